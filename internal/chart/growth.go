package chart

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Growth draws how something grows with x, both on scales where ten times as much
// is as far everywhere: what grows in proportion is a straight line, what
// stays the same a level one. All numbers are above zero.
func Growth(w io.Writer, format, title, x, y string, xs, ys []float64) error {
	p := newPlot(title, x, y)
	points := make(plotter.XYs, len(xs))
	for i := range xs {
		points[i] = plotter.XY{X: xs[i], Y: ys[i]}
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: ink, Width: vg.Points(2)}
	dots.Color, dots.Shape = ink, draw.CircleGlyph{}
	p.Add(line, dots)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	p.Y.Min, p.Y.Max = p.Y.Min/2, p.Y.Max*2
	return write(w, p, format)
}
