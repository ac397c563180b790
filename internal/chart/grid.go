package chart

// Grid is a strategy chart: what to do with each hand against each up card. It is
// written on a terminal and drawn as a picture from the same data. Color repeats
// what the words say.
type Grid struct {
	Title   string
	Lines   []string // below the title
	Corner  string   // what the rows are, above their names
	Columns []string
	Parts   []Part
	Keys    []Key
	Notes   []string
}

// Part is a block of rows under a title.
type Part struct {
	Title string
	Rows  []GridRow
}

// GridRow is one hand against every up card.
type GridRow struct {
	Name  string
	Cells []GridCell
}

// GridCell is what is done, and if Value is not empty, what it is worth.
type GridCell struct {
	Word  string
	Value string
	Kind  Kind
}

// Key explains a word.
type Key struct {
	Word, Meaning string
	Kind          Kind
}

// Kind is what a cell's color says.
type Kind uint8

// The kinds.
const (
	Plain Kind = iota
	Stand
	Hit
	Double
	Split
	Surrender
	kinds
)

// values reports whether cells have values.
func (g *Grid) values() bool {
	for _, p := range g.Parts {
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				if c.Value != "" {
					return true
				}
			}
		}
	}
	return false
}
