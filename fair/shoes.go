package fair

import (
	"bytes"

	"club99/shoe"
)

// VerifyShoes checks a table's shoes: that none is missing, that each was
// committed to before the one before it was dealt, that each is revealed unless
// it is the last, and that its seeds give its root.
func VerifyShoes(l *ShoeList) Report {
	report := Report{Table: l.Table, Verdict: Verified}
	if err := l.check(); err != nil {
		report.add(wrong("format", "%v", err))
		return report
	}
	report.add(l.gaps())
	report.add(l.each("house", func(s *Shoe, last bool) Step {
		if s.Abandoned == Lost {
			return wrong("house", "shoe %d is lost: the house says that it does not have its seed any more, and can prove nothing of it", s.Number)
		}
		if len(s.Seed) == 0 && !last {
			return wrong("house", "shoe %d is withheld: its seed was never revealed", s.Number)
		}
		return s.verifyHouse(l.Table)
	}))
	report.add(l.each("seeds", func(s *Shoe, _ bool) Step { return s.verifySeeds(l.Table) }))
	report.add(l.each("terms", func(s *Shoe, _ bool) Step {
		if s.Terms == (shoe.Hash{}) {
			return right("terms", "given up before betting closed")
		}
		return s.verifyTerms(l.Table)
	}))
	report.add(l.each("order", func(s *Shoe, _ bool) Step {
		if s.Root == (shoe.Node{}) || len(s.Seed) == 0 {
			return right("order", "nothing to compare")
		}
		if root := s.Sealed(l.Table).Root(); root != s.Root {
			return wrong("order", "the seeds of shoe %d give the root %s, another than it was sealed with", s.Number, root)
		}
		return right("order", "the seeds give the root")
	}))
	return report
}

// gaps checks numbers, and that each shoe's commitment is the one that was published with the shoe before.
func (l *ShoeList) gaps() Step {
	abandoned := 0
	for i := range l.Shoes {
		s := &l.Shoes[i]
		if s.Abandoned != "" {
			abandoned++
		}
		if i == 0 {
			continue
		}
		before := &l.Shoes[i-1]
		switch {
		case s.Number != before.Number+1:
			return wrong("list", "shoe %d follows shoe %d: what is between is missing", s.Number, before.Number)
		case s.Commitment != before.Next && before.Abandoned != Lost:
			return wrong("list", "shoe %d has another commitment than was published with shoe %d", s.Number, before.Number)
		case len(s.Seed) > 0 && bytes.Equal(s.Seed, before.Seed):
			return wrong("list", "shoe %d has the seed of shoe %d: whoever was told the one knew the other", s.Number, before.Number)
		}
	}
	if len(l.Shoes) == 0 {
		return right("list", "no shoe has been shuffled")
	}
	return right("list", "shoes %d to %d without a gap, %d of them abandoned", l.Shoes[0].Number, l.Shoes[len(l.Shoes)-1].Number, abandoned)
}

// each makes one step of a check of every shoe: the first that fails, or else
// the first that is open, or else the last.
func (l *ShoeList) each(name string, check func(s *Shoe, last bool) Step) Step {
	all := right(name, "all %d shoes", len(l.Shoes))
	for i := range l.Shoes {
		switch s := check(&l.Shoes[i], i == len(l.Shoes)-1); {
		case s.Result == Failed:
			return s
		case s.Result == Open && all.Result == Verified:
			all = s
		}
	}
	return all
}
