package chart

import (
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // PNG
	_ "gonum.org/v1/plot/vg/vgsvg" // SVG
)

// The size of a picture.
const (
	width  = 18 * vg.Centimeter
	height = 11 * vg.Centimeter
)

var (
	ink   = color.NRGBA{0x1b, 0x4d, 0x3e, 0xff} // the felt's green
	loss  = color.NRGBA{0xa2, 0x3b, 0x3b, 0xff}
	gold  = color.NRGBA{0xc9, 0x9a, 0x2e, 0xff}
	lines = color.NRGBA{0, 0, 0, 0x22}
)

// Format returns the format that a file's name asks for, "svg" or "png".
func Format(name string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%s: a picture is an .svg or a .png file", name)
}

// Bar is one bar of a histogram.
type Bar struct{ At, Height float64 }

// Histogram draws bars: losses red, wins green, a push grey. Bars stand where
// they are on the axis, so that 1.5 is between 1 and 2.
func Histogram(w io.Writer, format, title, x, y string, bars []Bar) error {
	p := newPlot(title, x, y)
	p.X.Tick.Marker = plot.ConstantTicks(wholeTicks(bars))
	for _, b := range bars {
		c := color.Color(color.NRGBA{0x80, 0x80, 0x80, 0xff})
		if b.At < 0 {
			c = loss
		} else if b.At > 0 {
			c = ink
		}
		const half = 0.2
		box, err := plotter.NewPolygon(plotter.XYs{{X: b.At - half}, {X: b.At - half, Y: b.Height}, {X: b.At + half, Y: b.Height}, {X: b.At + half}})
		if err != nil {
			return err
		}
		box.Color, box.LineStyle.Width = c, 0
		p.Add(box)
	}
	p.Y.Min = 0
	return write(w, p, format)
}

// wholeTicks are ticks at the whole numbers that the bars reach over.
func wholeTicks(bars []Bar) []plot.Tick {
	if len(bars) == 0 {
		return nil
	}
	low, high := bars[0].At, bars[0].At
	for _, b := range bars {
		low, high = min(low, b.At), max(high, b.At)
	}
	every := max(1, int(high-low)/20)
	var ticks []plot.Tick
	for n := int(low); float64(n) <= high; n++ {
		if n%every == 0 {
			ticks = append(ticks, plot.Tick{Value: float64(n), Label: fmt.Sprint(n)})
		}
	}
	return ticks
}

// Fan draws bands between lines, from the outermost pair to the innermost, and
// the middle line. Lines have a value for each x, from the lowest line up; their
// number is odd.
func Fan(w io.Writer, format, title, x, y string, xs []float64, values [][]float64, names []string) error {
	p := newPlot(title, x, y)
	line := func(i int) plotter.XYs {
		points := make(plotter.XYs, len(xs))
		for j := range xs {
			points[j] = plotter.XY{X: xs[j], Y: values[i][j]}
		}
		return points
	}
	middle := len(values) / 2
	for i := range middle {
		band := line(i)
		upper := line(len(values) - 1 - i)
		for j := len(upper) - 1; j >= 0; j-- {
			band = append(band, upper[j])
		}
		box, err := plotter.NewPolygon(band)
		if err != nil {
			return err
		}
		box.LineStyle.Width = 0
		box.Color = color.NRGBA{ink.R, ink.G, ink.B, uint8(0x38 + 0x48*i)}
		p.Add(box)
		p.Legend.Add(names[i], box)
	}
	median, err := plotter.NewLine(line(middle))
	if err != nil {
		return err
	}
	median.LineStyle = draw.LineStyle{Color: gold, Width: vg.Points(2)}
	p.Add(median)
	p.Legend.Add(names[middle], median)
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(4)
	p.Y.Min = min(p.Y.Min, 0)
	return write(w, p, format)
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = lines
	p.Add(grid)
	return p
}

func write(w io.Writer, p *plot.Plot, format string) error {
	picture, err := p.WriterTo(width, height, format)
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(w)
	return err
}
