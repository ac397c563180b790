package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"club99/fair"
	"club99/shoe"
)

// verifyRound is club99 verify.
type verifyRound struct {
	Record string `arg:"" name:"record" placeholder:"ROUND.json|URL|-" help:"The record of a round, or a table's list of shoes: a file, an address, or - for standard input."`
	Seen   string `name:"seen" type:"existingfile" placeholder:"FILE" help:"What you kept while the shoe was in use, as JSON: table, shoe, and any of commitment, next, terms, root, seeds [{seat, seed}], links [{seq, link}]. The record must say the same."`
	JSON   bool   `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (verifyRound) Help() string {
	return `Every step is made even where one before it failed. A file is checked without a
network. Exit status 1: a step failed.

A record alone is right in itself. Only what you saw before the cards came shows
that it was not made up afterwards: give your own seeds and what was published
with --seen.

Example:
  club99 verify club99-sen-12.json
  curl -s https://club.example/api/tables/sen/rounds/12 | club99 verify -
  club99 verify https://club.example/api/tables/sen/shoes`
}

// Run checks the record.
func (v *verifyRound) Run(ctx context.Context, out streams) error {
	data, err := v.read(ctx)
	if err != nil {
		return err
	}
	report, err := v.check(data)
	if err != nil {
		return err
	}
	if v.JSON {
		err = printJSON(out, report)
	} else {
		err = printReport(out, &report)
	}
	if err == nil && report.Verdict == fair.Failed {
		err = errSaid
	}
	return err
}

// check checks what the data says it is. The error is of the options.
func (v *verifyRound) check(data []byte) (fair.Report, error) {
	malformed := func(err error) fair.Report {
		return fair.Report{Verdict: fair.Failed, Steps: []fair.Step{{Name: "format", Result: fair.Failed, Text: err.Error()}}}
	}
	var is struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(data, &is) == nil && is.Format == fair.ShoesFormat {
		if v.Seen != "" {
			return fair.Report{}, usageError{fmt.Errorf("--seen %s: it is compared with the record of a round, not with a list of shoes", v.Seen)}
		}
		list, err := fair.DecodeShoes(data)
		if err != nil {
			return malformed(err), nil
		}
		return fair.VerifyShoes(list), nil
	}
	verify := fair.Verify
	if v.Seen != "" {
		seen, err := v.readSeen()
		if err != nil {
			return fair.Report{}, usageError{err}
		}
		verify = func(r *fair.Record) fair.Report { return fair.VerifySeen(r, seen) }
	}
	record, err := fair.Decode(data)
	if err != nil {
		return malformed(err), nil
	}
	return verify(record), nil
}

func (v *verifyRound) readSeen() (*fair.Seen, error) {
	data, err := os.ReadFile(v.Seen)
	if err != nil {
		return nil, err
	}
	seen, err := fair.DecodeSeen(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.Seen, err)
	}
	return seen, nil
}

func printReport(out streams, r *fair.Report) error {
	var b strings.Builder
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "%-8s  %-8s  %s\n", s.Name, s.Result, s.Text)
	}
	if w := r.WrongCard; w != nil {
		fmt.Fprintf(&b, "the first wrong card is in place %d of the shoe: %q", w.At, w.Card)
		if w.Want != "" {
			fmt.Fprintf(&b, ", it should be %q", w.Want)
		}
		if w.To != "" {
			fmt.Fprintf(&b, ", for %s", w.To)
		}
		b.WriteString("\n")
	}
	verdict := string(r.Verdict)
	if s := r.FirstFailed(); s != nil {
		verdict += " at " + s.Name
	}
	switch {
	case r.Table == "":
		fmt.Fprintf(&b, "%s\n", verdict)
	case r.Round == 0:
		fmt.Fprintf(&b, "shoes of table %s: %s\n", r.Table, verdict)
	default:
		fmt.Fprintf(&b, "table %s, round %d, shoe %d: %s\n", r.Table, r.Round, r.Shoe, verdict)
	}
	_, err := io.WriteString(out.data, b.String())
	return err
}

// read reads the record from where it is.
func (v *verifyRound) read(ctx context.Context) ([]byte, error) {
	if v.Record == "-" {
		return readRecord(os.Stdin, "standard input")
	}
	if !strings.HasPrefix(v.Record, "http://") && !strings.HasPrefix(v.Record, "https://") {
		file, err := os.Open(v.Record)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		return readRecord(file, v.Record)
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.Record, nil)
	if err != nil {
		return nil, usageError{err}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s: is the round over?", v.Record, answer.Status)
	}
	return readRecord(answer.Body, v.Record)
}

// readRecord reads one byte more than a record may have, so that a longer one is refused.
func readRecord(r io.Reader, name string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, fair.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return data, nil
}

// shoeBytes is club99 shoe bytes.
type shoeBytes struct {
	Seed  string `placeholder:"HEX" help:"A seed of 64 hexadecimal digits, to get the same bytes again. Without it: a new one, which is printed to standard error."`
	Bytes int64  `default:"-1" placeholder:"N" help:"How many bytes. Without it: no end."`
}

// Help is shown below the flags.
func (shoeBytes) Help() string {
	return `Decks are shuffled the way every shoe is, and read as bits.

Example:
  club99 shoe bytes | dieharder -a -g 200
  club99 shoe bytes --bytes 1000000 --seed $(printf 0%.0s $(seq 64)) > sample`
}

// Run writes the bytes.
func (s *shoeBytes) Run(ctx context.Context, out streams) error {
	var seed shoe.Seed
	if s.Seed == "" {
		rand.Read(seed[:]) // never fails: the program ends if the system has no randomness
		fmt.Fprintf(out.notes, "seed %x\n", seed)
	} else if raw, err := hex.DecodeString(s.Seed); err != nil || len(raw) != len(seed) {
		return usageError{fmt.Errorf("--seed has %d characters, it must be %d hexadecimal digits", len(s.Seed), 2*len(seed))}
	} else {
		seed = shoe.Seed(raw)
	}
	stream, block := shoe.NewBytes(seed), make([]byte, 1<<16)
	for left := s.Bytes; left != 0 && ctx.Err() == nil; {
		if left > 0 && left < int64(len(block)) {
			block = block[:left]
		}
		if _, err := stream.Read(block); err != nil {
			return err
		}
		if _, err := out.data.Write(block); errors.Is(err, syscall.EPIPE) {
			return nil // whoever reads has enough
		} else if err != nil {
			return err
		}
		if left > 0 {
			left -= int64(len(block))
		}
	}
	return nil
}
