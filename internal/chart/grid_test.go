package chart_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"club99/internal/chart"
)

// small is a chart with everything that a chart may have.
func small() chart.Grid {
	row := func(name string, cells ...chart.GridCell) chart.GridRow {
		return chart.GridRow{Name: name, Cells: cells}
	}
	s, h, d := chart.GridCell{Word: "S", Kind: chart.Stand}, chart.GridCell{Word: "H", Kind: chart.Hit}, chart.GridCell{Word: "Ds", Kind: chart.Double}
	return chart.Grid{
		Title: "Bảng chiến lược", Lines: []string{"6D S17"}, Corner: "bài", Columns: []string{"2", "T", "A"},
		Parts: []chart.Part{
			{Title: "Hard", Rows: []chart.GridRow{row("5-8", h, h, h), row("17", s, s, s)}},
			{Title: "Soft", Rows: []chart.GridRow{row("A,7", d, s, h)}},
		},
		Keys:  []chart.Key{{Word: "S", Meaning: "dừng", Kind: chart.Stand}, {Word: "H", Meaning: "rút", Kind: chart.Hit}},
		Notes: []string{"Insurance: no."},
	}
}

const beside = `Hard                Soft
bài      2  T  A    bài      2  T  A
5-8      H  H  H    A,7      Ds S  H
17       S  S  S

 S  dừng   H  rút

Insurance: no.
`

const stacked = `Hard
bài      2  T  A
5-8      H  H  H
17       S  S  S

Soft
bài      2  T  A
A,7      Ds S  H

 S  dừng
 H  rút

Insurance: no.
`

// The blocks stand side by side where there is room. Colors change nothing of what is written.
func TestGridAsText(t *testing.T) {
	g := small()
	for width, want := range map[int]string{40: beside, 16: stacked} {
		for _, colored := range []bool{false, true} {
			var b strings.Builder
			if err := g.WriteText(&b, width, colored); err != nil {
				t.Fatal(err)
			}
			text := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(b.String(), "")
			if (text != b.String()) != colored {
				t.Errorf("width %d, colored %v: colors are %v", width, colored, text != b.String())
			}
			var lines []string
			for line := range strings.Lines(text) {
				lines = append(lines, strings.TrimRight(line, " \n"))
			}
			if text = strings.Join(lines, "\n") + "\n"; text != want {
				t.Errorf("width %d:\n%s\nwant\n%s", width, text, want)
			}
		}
	}
}

// A chart is drawn in both formats, with values or without, whatever its length.
func TestGridAsPicture(t *testing.T) {
	short, long := small(), small()
	for i := range long.Parts {
		for range 6 {
			long.Parts[i].Rows = append(long.Parts[i].Rows, long.Parts[i].Rows...)
		}
		for r := range long.Parts[i].Rows {
			for c := range long.Parts[i].Rows[r].Cells {
				long.Parts[i].Rows[r].Cells[c].Value = "-.54"
			}
		}
	}
	long.Notes = append(long.Notes, strings.Repeat("a note that is longer than a line ", 20))
	for _, g := range []chart.Grid{short, long} {
		var svg, picture bytes.Buffer
		if err := g.Draw(&svg, "svg"); err != nil {
			t.Fatal(err)
		}
		if err := g.Draw(&picture, "png"); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(svg.Bytes(), new(struct {
			XMLName xml.Name `xml:"svg"`
		})); err != nil {
			t.Error(err)
		}
		for _, words := range []string{"Bảng chiến lược", "dừng", ">Ds<", "Liberation Sans,Arial"} {
			if !strings.Contains(svg.String(), words) {
				t.Errorf("%q is not in the picture", words)
			}
		}
		image, err := png.Decode(&picture)
		if err != nil || image.Bounds().Dx() < 1600 || image.Bounds().Dy() < image.Bounds().Dx() {
			t.Errorf("no page: %v, %v", err, image.Bounds())
		}
	}
	if err := short.Draw(new(bytes.Buffer), "gif"); err == nil {
		t.Error("a chart is drawn as gif")
	}
}
