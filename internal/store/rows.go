package store

// Rows are all rows of one kind, on their way from one database into another. Each
// is a value for each column: nil, int64, float64, bool, string or []byte.
type Rows struct {
	Kind    string // the table that holds them, in both
	Columns []string
	// Next returns the next row, or nil after the last. A row is good until the next.
	Next func() ([]any, error)
}
