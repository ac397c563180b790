package postgres

import (
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"club99/internal/store"
)

// Each statement writes the rows of all jobs, as columns.
const (
	putJournals = `INSERT INTO journals (table_id) SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING`
	putEntries  = `INSERT INTO entries (table_id, seq, at, deadline, player, command_id, answer, transfers, entry)
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bytea[], $8::text[], $9::bytea[])`
	openAccounts = `INSERT INTO balances (account, amount) SELECT * FROM unnest($1::text[], $2::bigint[])`
	setBalances  = `UPDATE balances SET amount = v.amount FROM unnest($1::text[], $2::bigint[]) AS v (account, amount) WHERE balances.account = v.account`
	putShoes     = `INSERT INTO sealed_shoes (table_id, number, box) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])`
	putMarks     = `INSERT INTO marks (table_id, kind, number, seq, link) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bytea[])`
	putResults   = `INSERT INTO results (player, table_id, round, at, net, body, balance, kinds, rules, bets, staked, squares, hands)
		SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[],
			$8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::double precision[], $13::bytea[])`
	putTally = `INSERT INTO tallies (table_id, rules, first, rounds, seats, bets, staked, net, squares, crossed)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (table_id, rules) DO UPDATE SET rounds = tallies.rounds + excluded.rounds, seats = tallies.seats + excluded.seats,
			bets = tallies.bets + excluded.bets, staked = tallies.staked + excluded.staked, net = tallies.net + excluded.net,
			squares = tallies.squares + excluded.squares, crossed = tallies.crossed + excluded.crossed`
)

// writing is what writes jobs that were accepted.
func (b *books) writing(jobs []*job) *pgx.Batch {
	batch := &pgx.Batch{}
	queueEntries(batch, jobs)
	b.queueBalances(batch)
	queueShoesAndMarks(batch, jobs)
	queueResults(batch, jobs)
	for _, j := range jobs {
		if r := j.commit.Round; r != nil {
			batch.Queue(putTally, j.commit.Table, r.Rules, int64(r.Number), r.Rounds, r.Seats, int64(r.Bets), int64(r.Staked), int64(r.Net), r.Squares, r.Crossed)
		}
	}
	return batch
}

func queueEntries(batch *pgx.Batch, jobs []*job) {
	var begun, tables []string
	var seqs, ats []int64
	var deadlines, players []*int64
	var commands, transfers []*string
	var answers, entries [][]byte
	for _, j := range jobs {
		c := j.commit
		if c.Expect == 0 {
			begun = append(begun, c.Table)
		}
		tables, seqs, ats, deadlines = append(tables, c.Table), append(seqs, int64(c.Expect+1)), append(ats, nanos(c.At)), append(deadlines, nanosOrNull(c.Deadline))
		var player *int64
		var command, moved *string
		var answer []byte
		if c.Command != (store.CommandKey{}) {
			player, command, answer = &c.Command.Player, &c.Command.ID, c.Answer
		}
		if len(c.Transfers) > 0 {
			text := store.WriteTransfers(c.Transfers)
			moved = &text
		}
		players, commands, answers = append(players, player), append(commands, command), append(answers, answer)
		transfers, entries = append(transfers, moved), append(entries, c.Entry)
	}
	if len(begun) > 0 {
		batch.Queue(putJournals, begun)
	}
	batch.Queue(putEntries, tables, seqs, ats, deadlines, players, commands, answers, transfers, entries)
}

// queueBalances writes what the accounts hold that moved.
func (b *books) queueBalances(batch *pgx.Batch) {
	var opened, set pairs
	for _, name := range slices.Sorted(maps.Keys(b.accounts)) {
		switch a := b.accounts[name]; {
		case !a.moved:
		case a.known:
			set.add(string(name), int64(a.amount))
		default:
			opened.add(string(name), int64(a.amount))
		}
	}
	if len(opened.texts) > 0 {
		batch.Queue(openAccounts, opened.texts, opened.numbers)
	}
	if len(set.texts) > 0 {
		batch.Queue(setBalances, set.texts, set.numbers)
	}
}

func queueShoesAndMarks(batch *pgx.Batch, jobs []*job) {
	var shoes, marks pairs
	var boxes, links [][]byte
	var kinds []string
	var seqs []int64
	for _, j := range jobs {
		for _, s := range j.commit.Shoes {
			shoes.add(s.Table, int64(s.Number))
			boxes = append(boxes, s.Box)
		}
		for i := range j.commit.Marks {
			m := &j.commit.Marks[i]
			marks.add(j.commit.Table, int64(m.Number))
			kinds, seqs, links = append(kinds, string(m.Kind)), append(seqs, int64(j.commit.Expect+1)), append(links, m.Link[:])
		}
	}
	if len(boxes) > 0 {
		batch.Queue(putShoes, shoes.texts, shoes.numbers, boxes)
	}
	if len(links) > 0 {
		batch.Queue(putMarks, marks.texts, kinds, marks.numbers, seqs, links)
	}
}

func queueResults(batch *pgx.Batch, jobs []*job) {
	var of pairs
	var rounds, ats, nets, balances []int64
	var bodies, hands [][]byte
	var kinds, bets, staked []*int64
	var rules []*string
	var squares []*float64
	for _, j := range jobs {
		for i := range j.commit.Results {
			r := &j.commit.Results[i]
			of.add(j.commit.Table, r.Player)
			rounds, ats, nets = append(rounds, int64(r.Round)), append(ats, nanos(r.At)), append(nets, int64(r.Net))
			bodies, balances = append(bodies, r.Body), append(balances, int64(j.balances[i]))
			var f [3]*int64 // NULL: there are no facts
			var hash *string
			var square *float64
			var hand []byte
			if r.Kinds != 0 {
				kind := int64(r.Kinds)
				f, hash, square, hand = [3]*int64{&kind, (*int64)(&r.Bets), (*int64)(&r.Staked)}, &r.Rules, &r.Squares, r.Hands
			}
			kinds, bets, staked = append(kinds, f[0]), append(bets, f[1]), append(staked, f[2])
			rules, squares, hands = append(rules, hash), append(squares, square), append(hands, hand)
		}
	}
	if len(rounds) > 0 {
		batch.Queue(putResults, of.numbers, of.texts, rounds, ats, nets, bodies, balances, kinds, rules, bets, staked, squares, hands)
	}
}
