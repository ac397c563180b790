package shoe

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"club99/card"
)

const vectorsFile = "testdata/fairness-vectors.json"

// vectors are golden values of every step of docs/fairness.md. The tests of the
// web client read the same file.
type vectors struct {
	About   string         `json:"about"`
	Version int            `json:"version"`
	Shoes   []shoeVector   `json:"shoes"`
	Refused []proofVector  `json:"refused"` // proofs that show nothing
	Log     logVector      `json:"log"`
	Bytes   bytesVector    `json:"bytes"`
	Numbers []numberVector `json:"numbers"` // how numbers and texts enter a hash
}

// shoeVector is one shoe, from the seeds to the proofs.
type shoeVector struct {
	Table   string         `json:"table"`
	Number  uint64         `json:"number"`
	Decks   int            `json:"decks"`
	House   seedVector     `json:"house"`
	Next    seedVector     `json:"next"` // of the next shoe
	Players []playerVector `json:"players"`
	Terms   Hash           `json:"terms"`
	Key     hexBytes       `json:"key"`
	Order   string         `json:"order"`
	Root    Node           `json:"root"`
	Proofs  []proofVector  `json:"proofs"`
	Whole   *wholeVector   `json:"whole,omitempty"`
}

type seedVector struct {
	Seed       hexBytes `json:"seed"`
	Commitment Hash     `json:"commitment"`
}

type playerVector struct {
	Seat       int      `json:"seat"`
	Seed       hexBytes `json:"seed"`
	Commitment Hash     `json:"commitment"`
	Out        string   `json:"out,omitempty"` // left out: the seed was never revealed
}

type proofVector struct {
	Why   string `json:"why,omitempty"` // what is wrong, among those that show nothing
	Root  *Node  `json:"root,omitempty"`
	Decks int    `json:"decks,omitempty"`
	At    int    `json:"at"`
	Card  string `json:"card"`
	Proof string `json:"proof"`
}

// wholeVector is everything between the hashes: what is hashed, the key streams,
// the draws, every salt and every hash of the tree.
type wholeVector struct {
	HouseBytes  hexBytes   `json:"houseBytes"`
	PlayerBytes hexBytes   `json:"playerBytes"` // of the first player
	TermsBytes  hexBytes   `json:"termsBytes"`
	Secret      hexBytes   `json:"secret"` // HKDF's input
	Info        hexBytes   `json:"info"`   // HKDF's info
	OrderStream hexBytes   `json:"orderStream"`
	Draws       string     `json:"draws"`
	SaltsStream hexBytes   `json:"saltsStream"`
	Salts       []hexBytes `json:"salts"`
	LeafBytes   hexBytes   `json:"leafBytes"` // of the first card
	NodeBytes   hexBytes   `json:"nodeBytes"` // of the first two leaves
	Tree        [][]Node   `json:"tree"`
}

type logVector struct {
	Table   string        `json:"table"`
	Bytes   hexBytes      `json:"bytes"`
	Start   Hash          `json:"start"`
	Entries []entryVector `json:"entries"`
}

type entryVector struct {
	Seq   uint64   `json:"seq"`
	Entry string   `json:"entry"`
	Bytes hexBytes `json:"bytes,omitempty"`
	Link  Hash     `json:"link"`
}

type bytesVector struct {
	House  hexBytes `json:"house"`
	First  hexBytes `json:"first"`
	Length int      `json:"length"`
	SHA256 Hash     `json:"sha256"`
}

type numberVector struct {
	Number *uint64  `json:"number,omitempty"`
	Text   *string  `json:"text,omitempty"`
	Bytes  hexBytes `json:"bytes"`
}

type hexBytes []byte

func (h hexBytes) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// Golden values of every step. CLUB99_UPDATE=1 rewrites them.
func TestVectors(t *testing.T) {
	v := vectors{
		About:   "Golden values of the fairness scheme of CLUB 99; docs/fairness.md says what each is. Seeds, keys, streams and hashes are hexadecimal.",
		Version: Version, Log: logOf(t), Bytes: bytesOf(t), Numbers: numbersOf(),
	}
	example := shoeOf(Terms{Table: "example", Shoe: 1, Decks: 1}, 0, []playerVector{
		{Seat: 2, Seed: hexBytes("lucky")},
		{Seat: 5, Seed: bytes.Repeat([]byte{0xff}, 32), Out: "silent"},
	}, 0, 1, 2, 3, 4, 5, 50, 51)
	example.Whole = wholeOf(t, &example)
	v.Shoes = append(v.Shoes, example)
	for decks := 1; decks <= 8; decks++ {
		var players []playerVector
		for seat := 1; seat < decks; seat++ { // none, then one more for each deck
			p := playerVector{Seat: seat, Seed: bytes.Repeat([]byte{byte(16*decks + seat)}, []int{1, 5, 16, 31, 32, 63, 64}[seat-1])}
			if decks == 8 && seat%3 == 0 {
				p.Out = "mismatch"
			}
			players = append(players, p)
		}
		terms := Terms{Table: strings.Repeat("!#$~", 2*decks), Shoe: 1<<53 - 1 - uint64(decks), Decks: decks}
		last := decks*card.PerDeck - 1
		v.Shoes = append(v.Shoes, shoeOf(terms, byte(decks), players, 0, 1, last/2, last-4, last-1, last))
	}
	v.Refused = refusedOf(t, &example)
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if os.Getenv("CLUB99_UPDATE") != "" {
		if err := os.WriteFile(vectorsFile, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		at := 0
		for at < min(len(text), len(want)) && text[at] == want[at] {
			at++
		}
		t.Errorf("%s differs from byte %d: %q, want %q", vectorsFile, at, text[at:min(at+60, len(text))], want[at:min(at+60, len(want))])
	}
}

// shoeOf takes a shoe through all steps. Byte i of the house's seed is first+i.
func shoeOf(terms Terms, first byte, players []playerVector, positions ...int) shoeVector {
	seed := func(first byte) (s Seed) {
		for i := range s {
			s[i] = first + byte(i)
		}
		return s
	}
	house, next := seed(first), seed(first+SeedSize)
	terms.House = CommitHouse(terms.Table, terms.Shoe, house)
	terms.Next = CommitHouse(terms.Table, terms.Shoe+1, next)
	var reveals []Reveal
	for i := range players {
		p := &players[i]
		p.Commitment = CommitPlayer(terms.Table, terms.Shoe, p.Seat, p.Seed)
		terms.Players = append(terms.Players, Commitment{Seat: p.Seat, Hash: p.Commitment})
		if p.Out == "" {
			reveals = append(reveals, Reveal{Seat: p.Seat, Seed: p.Seed})
		}
	}
	key := DeriveKey(house, reveals, terms.Hash())
	sealed := Seal(key, terms.Decks)
	v := shoeVector{
		Table: terms.Table, Number: terms.Shoe, Decks: terms.Decks,
		House: seedVector{house[:], terms.House}, Next: seedVector{next[:], terms.Next}, Players: append([]playerVector{}, players...),
		Terms: terms.Hash(), Key: key[:], Order: words(sealed.Order()), Root: sealed.Root(),
	}
	for _, at := range positions {
		v.Proofs = append(v.Proofs, proofVector{At: at, Card: sealed.Order()[at].String(), Proof: sealed.Proof(at).String()})
	}
	return v
}

// join puts together what is hashed, from the document and not from the code:
// numbers have 8 bytes, the most significant first; all else is as it is.
func join(parts ...any) (b []byte) {
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.BigEndian.AppendUint64(b, uint64(p))
		case uint64:
			b = binary.BigEndian.AppendUint64(b, p)
		case string:
			b = append(b, p...)
		case hexBytes:
			b = append(b, p...)
		case Hash:
			b = append(b, p[:]...)
		case Node:
			b = append(b, p[:]...)
		default:
			panic(fmt.Sprintf("%T", p))
		}
	}
	return b
}

// wholeOf makes what lies between the hashes of a shoe of one deck with two
// players, of whom the first revealed a seed, and checks that it leads to them.
func wholeOf(t *testing.T, v *shoeVector) *wholeVector {
	t.Helper()
	first, second := v.Players[0], v.Players[1]
	w := wholeVector{
		HouseBytes:  join("club99 fairness 1 house\n", len(v.Table), v.Table, v.Number, v.House.Seed),
		PlayerBytes: join("club99 fairness 1 player\n", len(v.Table), v.Table, v.Number, first.Seat, len(first.Seed), first.Seed),
		TermsBytes: join("club99 fairness 1 terms\n", len(v.Table), v.Table, v.Number, v.Decks, v.House.Commitment, v.Next.Commitment,
			2, first.Seat, first.Commitment, second.Seat, second.Commitment),
		Secret: join(v.House.Seed, 1, first.Seat, len(first.Seed), first.Seed),
		Info:   join("club99 fairness 1 key\n", v.Terms),
	}
	key, err := hkdf.Key(sha256.New, w.Secret, make([]byte, sha256.Size), string(w.Info), 32)
	if err != nil || !bytes.Equal(key, v.Key) {
		t.Errorf("the key is %x, %v, want %x", key, err, v.Key)
	}
	w.OrderStream, w.SaltsStream = make([]byte, 64*6), make([]byte, card.PerDeck*SaltSize)
	newCipher(Key(key), orderNonce).XORKeyStream(w.OrderStream, w.OrderStream)
	newCipher(Key(key), "club99 salts").XORKeyStream(w.SaltsStream, w.SaltsStream)
	s := newStream(Key(key))
	for n := card.PerDeck; n > 1; n-- {
		w.Draws += fmt.Sprintf(" %d", s.below(uint32(n)))
	}
	w.Draws = w.Draws[1:]
	if s.next > len(w.OrderStream) {
		t.Errorf("the order takes %d bytes of the stream, more than are shown", s.next)
	}
	sealed := Seal(Key(key), v.Decks)
	w.Tree = sealed.tree
	for i := range sealed.salts {
		w.Salts = append(w.Salts, sealed.salts[i][:])
	}
	w.LeafBytes = join("club99 fairness 1 card\n", 0, v.Order[:2], w.Salts[0])
	w.NodeBytes = join("club99 fairness 1 node\n", w.Tree[0][0], w.Tree[0][1])
	for name, pair := range map[string][2][]byte{
		"house": {w.HouseBytes, v.House.Commitment[:]}, "player": {w.PlayerBytes, first.Commitment[:]}, "terms": {w.TermsBytes, v.Terms[:]},
		"leaf": {w.LeafBytes, w.Tree[0][0][:]}, "node": {w.NodeBytes, w.Tree[1][0][:]},
	} {
		if sum := sha256.Sum256(pair[0]); !bytes.Equal(sum[:len(pair[1])], pair[1]) {
			t.Errorf("the hash of the bytes of %s is %x, want %x", name, sum, pair[1])
		}
	}
	return &w
}

// refusedOf are proofs that VerifyCard or the reader refuses, each for a reason of its own.
func refusedOf(t *testing.T, v *shoeVector) []proofVector {
	t.Helper()
	good := v.Proofs[0]
	good.Root, good.Decks = &v.Root, v.Decks
	change := func(why string, change func(*proofVector)) proofVector {
		p := good
		change(&p)
		p.Why = why
		var proof Proof
		c, err := card.Parse(p.Card)
		if err == nil {
			err = proof.UnmarshalText([]byte(p.Proof))
		}
		if err == nil {
			err = VerifyCard(*p.Root, p.Decks, p.At, c, proof)
		}
		if err == nil {
			t.Errorf("%s: the proof is taken", why)
		}
		return p
	}
	raw := func(f func([]byte) []byte) func(*proofVector) {
		return func(p *proofVector) {
			var proof Proof
			if err := proof.UnmarshalText([]byte(p.Proof)); err != nil {
				t.Fatal(err)
			}
			b := proof.Salt[:]
			for _, n := range proof.Path {
				b = append(b, n[:]...)
			}
			p.Proof = encode64(f(b))
		}
	}
	return []proofVector{
		change("another card", func(p *proofVector) { p.Card = v.Proofs[1].Card }),
		change("another place", func(p *proofVector) { p.At = 1 }),
		change("a place before the first", func(p *proofVector) { p.At = -1 }),
		change("a place after the last", func(p *proofVector) { p.At = 52 }),
		change("more decks", func(p *proofVector) { p.Decks = 2 }),
		change("another root", func(p *proofVector) { root := *p.Root; root[0] ^= 1; p.Root = &root }),
		change("the proof of another place", func(p *proofVector) { p.Proof = v.Proofs[1].Proof }),
		change("another salt", raw(func(b []byte) []byte { b[15] ^= 1; return b })),
		change("another hash on the path", raw(func(b []byte) []byte { b[len(b)-1] ^= 1; return b })),
		change("no path", raw(func(b []byte) []byte { return b[:16] })),
		change("a hash too few", raw(func(b []byte) []byte { return b[:len(b)-24] })),
		change("a hash too many", raw(func(b []byte) []byte { return append(b, b[len(b)-24:]...) })),
		change("a byte too few", raw(func(b []byte) []byte { return b[:len(b)-1] })),
		change("less than a salt", raw(func(b []byte) []byte { return b[:12] })),
		change("padding", func(p *proofVector) { p.Proof += "=" }),
		change("the other base 64", func(p *proofVector) { p.Proof = strings.NewReplacer("-", "+", "_", "/").Replace(p.Proof) }),
		change("bits left over", func(p *proofVector) { p.Proof = otherBits(p.Proof) }),
		change("a space", func(p *proofVector) { p.Proof += " " }),
		change("a card in other letters", func(p *proofVector) { p.Card = strings.ToUpper(p.Card) }),
		change("no card", func(p *proofVector) { p.Card = "??" }),
	}
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// encode64 is the base 64 of docs/fairness.md, bit by bit.
func encode64(b []byte) string {
	var text []byte
	for bit := 0; bit < 8*len(b); bit += 6 {
		n := 0
		for i := bit; i < bit+6; i++ {
			n <<= 1
			if i < 8*len(b) {
				n |= int(b[i/8]) >> (7 - i%8) & 1
			}
		}
		text = append(text, alphabet[n])
	}
	return string(text)
}

// otherBits sets a bit of the last character that belongs to no byte.
func otherBits(text string) string {
	last := strings.IndexByte(alphabet, text[len(text)-1])
	return text[:len(text)-1] + string(alphabet[last|1])
}

func logOf(t *testing.T) logVector {
	t.Helper()
	v := logVector{Table: "example", Bytes: join("club99 fairness 1 log\n", 7, "example"), Start: LogStart("example")}
	if sha256.Sum256(v.Bytes) != v.Start {
		t.Errorf("a log starts from %s", v.Start)
	}
	link := v.Start
	for i, entry := range []string{`[{"is":"seat-taken","seat":2}]`, `[{"is":"seat-taken","seat":5}]`, `[{"is":"rested"}]`, ``, "đ"} {
		b := join("club99 fairness 1 entry\n", link, i+1, len(entry), entry)
		link = Link(link, uint64(i+1), []byte(entry))
		if sha256.Sum256(b) != link {
			t.Errorf("the link of entry %d is %s", i+1, link)
		}
		v.Entries = append(v.Entries, entryVector{Seq: uint64(i + 1), Entry: entry, Bytes: b, Link: link})
	}
	return v
}

func bytesOf(t *testing.T) bytesVector {
	t.Helper()
	all := make([]byte, 100_000)
	var house Seed
	if _, err := NewBytes(house).Read(all); err != nil {
		t.Fatal(err)
	}
	return bytesVector{House: house[:], First: all[:64], Length: len(all), SHA256: sha256.Sum256(all)}
}

func numbersOf() []numberVector {
	var list []numberVector
	for _, n := range []uint64{0, 1, 255, 256, 1<<53 - 1} {
		list = append(list, numberVector{Number: &n, Bytes: number(nil, n)})
	}
	for _, s := range []string{"", "a", "đ"} {
		list = append(list, numberVector{Text: &s, Bytes: text(nil, s)})
	}
	return list
}
