package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gonum.org/v1/plot"
)

// The page is A4, for a printer.
const (
	pageWidth  = 21 * vg.Centimeter
	pageHeight = 29.7 * vg.Centimeter
	margin     = 1.5 * vg.Centimeter
	pageDPI    = 200
	sideWidth  = 2.2 * vg.Centimeter // of the rows' names
	highest    = 0.66 * vg.Centimeter
	family     = "Liberation Sans"
)

// grounds are light, so that black words can be read in print without color too.
var grounds = [kinds]color.NRGBA{
	Stand:     {0xf4, 0xc3, 0xbd, 0xff},
	Hit:       {0xcd, 0xe8, 0xcf, 0xff},
	Double:    {0xc9, 0xdd, 0xf5, 0xff},
	Split:     {0xf7, 0xe2, 0x9c, 0xff},
	Surrender: {0xdd, 0xcf, 0xee, 0xff},
}

// Draw draws the chart on one page, as SVG or as PNG.
func (g *Grid) Draw(w io.Writer, format string) error {
	p := page{grid: g}
	switch format {
	case "svg":
		c := vgsvg.New(pageWidth, pageHeight)
		p.draw(draw.New(c))
		var text bytes.Buffer
		if _, err := c.WriteTo(&text); err != nil {
			return err
		}
		// The fonts that stand in have the same widths.
		_, err := w.Write(bytes.ReplaceAll(text.Bytes(), []byte("font-family:"+family), []byte("font-family:"+family+",Arial,Helvetica,sans-serif")))
		return err
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(pageWidth, pageHeight), vgimg.UseDPI(pageDPI), vgimg.UseBackgroundColor(color.White))
		p.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	}
	return fmt.Errorf("a chart is drawn as svg or png, not as %q", format)
}

// page draws from the top down.
type page struct {
	grid *Grid
	c    draw.Canvas
	y    vg.Length // what is below it is free
	row  vg.Length // height of a row
	cell vg.Length // width of a cell
}

func (p *page) draw(c draw.Canvas) {
	p.c, p.y = c, pageHeight-margin
	g := p.grid
	p.cell = (pageWidth - 2*margin - sideWidth) / vg.Length(len(g.Columns))
	p.text(style(17, true), g.Title)
	for _, line := range g.Lines {
		p.text(style(9.5, false), line)
	}
	p.y -= 0.2 * vg.Centimeter
	rows := vg.Length(0) // of the height of one
	for _, part := range g.Parts {
		rows += vg.Length(len(part.Rows)) + 2.3
	}
	p.row = min(highest, (p.y-margin-p.below())/rows)
	for i := range g.Parts {
		p.part(&g.Parts[i])
	}
	p.keys()
	for _, n := range g.Notes {
		p.text(style(8.5, false), n)
	}
}

// below is the height of what stands under the parts.
func (p *page) below() vg.Length {
	at, c := p.y, p.c
	p.c = draw.Canvas{} // nothing is drawn
	p.keys()
	for _, n := range p.grid.Notes {
		p.text(style(8.5, false), n)
	}
	used := at - p.y
	p.y, p.c = at, c
	return used
}

// text writes a paragraph.
func (p *page) text(s text.Style, words string) {
	for _, line := range wrapTo(s, words, pageWidth-2*margin) {
		p.y -= s.Font.Size * 1.35
		p.put(s, vg.Point{X: margin, Y: p.y}, line)
	}
}

func (p *page) put(s text.Style, at vg.Point, words string) {
	if p.c.Canvas != nil {
		p.c.FillText(s, at, words)
	}
}

// part draws a block with its head.
func (p *page) part(part *Part) {
	p.y -= p.row * 0.95
	p.put(style(11, true), vg.Point{X: margin, Y: p.y}, part.Title)
	p.y -= p.row * 0.2
	p.box(margin, sideWidth, p.grid.Corner, "", ink, color.White)
	for i, c := range p.grid.Columns {
		p.box(p.x(i), p.cell, c, "", ink, color.White)
	}
	p.y -= p.row
	for _, r := range part.Rows {
		p.box(margin, sideWidth, r.Name, "", color.NRGBA{0xf2, 0xf2, 0xf2, 0xff}, color.Black)
		for i, c := range r.Cells {
			p.box(p.x(i), p.cell, c.Word, c.Value, ground(c.Kind), color.Black)
		}
		p.y -= p.row
	}
}

func (p *page) x(column int) vg.Length { return margin + sideWidth + vg.Length(column)*p.cell }

func ground(k Kind) color.Color {
	if k == Plain || k >= kinds {
		return color.White
	}
	return grounds[k]
}

// box is a cell of the row that begins at y.
func (p *page) box(x, width vg.Length, word, value string, fill, letters color.Color) {
	if p.c.Canvas == nil {
		return
	}
	corners := []vg.Point{{X: x, Y: p.y}, {X: x + width, Y: p.y}, {X: x + width, Y: p.y - p.row}, {X: x, Y: p.y - p.row}}
	p.c.FillPolygon(fill, corners)
	p.c.StrokeLines(draw.LineStyle{Color: color.White, Width: vg.Points(1)}, append(corners, corners[0]))
	s := style(min(10.5, float64(p.row.Points())*0.55), true)
	s.Color, s.XAlign, s.YAlign = letters, text.XCenter, text.YCenter
	middle := vg.Point{X: x + width/2, Y: p.y - p.row/2}
	if value == "" {
		p.put(s, middle, word)
		return
	}
	s.XAlign = text.XLeft
	p.put(s, vg.Point{X: x + 0.12*vg.Centimeter, Y: middle.Y}, word)
	s = style(s.Font.Size.Points()*0.85, false)
	s.XAlign, s.YAlign = text.XRight, text.YCenter
	p.put(s, vg.Point{X: x + width - 0.12*vg.Centimeter, Y: middle.Y}, value)
}

// keys explain the words, as many in a line as fit.
func (p *page) keys() {
	const size, side = 9, 0.55 * vg.Centimeter
	p.y -= 0.5 * vg.Centimeter
	words := style(size, false)
	x, row := margin, p.row
	p.row = side
	for _, k := range p.grid.Keys {
		needed := side*1.4 + words.Width(k.Meaning) + 0.5*vg.Centimeter
		if x > margin && x+needed > pageWidth-margin {
			x, p.y = margin, p.y-side*1.25
		}
		p.box(x, side*1.2, k.Word, "", ground(k.Kind), color.Black)
		s := words
		s.YAlign = text.YCenter
		p.put(s, vg.Point{X: x + side*1.4, Y: p.y - side/2}, k.Meaning)
		x += needed
	}
	p.y -= side * 1.3
	p.row = row
}

// style is the page's font in a size in points.
func style(size float64, bold bool) text.Style {
	f := font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(size))
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: color.Black, Font: f, Handler: plot.DefaultTextHandler}
}

// wrapTo breaks a text at spaces into lines of a width.
func wrapTo(s text.Style, words string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(words) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || s.Width(longer) <= width {
			line = longer
			continue
		}
		lines = append(lines, line)
		line = word
	}
	return append(lines, line)
}
