package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"testing"

	"club99/internal/chart"
)

// Every picture can be drawn in both formats, and what is written is of the format.
func TestPicturesAreOfTheirFormat(t *testing.T) {
	bars := []chart.Bar{{-2, 0.05}, {-1, 0.43}, {0, 0.09}, {1, 0.33}, {1.5, 0.04}, {2, 0.06}}
	lines := [][]float64{{10, 5, 0}, {10, 11, 12}, {10, 20, 30}}
	for name, draw := range map[string]func(w io.Writer, format string) error{
		"histogram": func(w io.Writer, format string) error {
			return chart.Histogram(w, format, "Rounds", "units", "share", bars)
		},
		"fan": func(w io.Writer, format string) error {
			return chart.Fan(w, format, "Bankroll", "rounds", "units", []float64{0, 1, 2}, lines, []string{"90 of 100", "median"})
		},
		"growth": func(w io.Writer, format string) error {
			return chart.Growth(w, format, "Memory", "tables", "MiB", []float64{10, 100, 1000}, []float64{2, 11, 95})
		},
	} {
		var svg, picture bytes.Buffer
		if err := errors.Join(draw(&svg, "svg"), draw(&picture, "png")); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := xml.Unmarshal(svg.Bytes(), new(struct {
			XMLName xml.Name `xml:"svg"`
		})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if image, err := png.Decode(&picture); err != nil || image.Bounds().Dx() < 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFormat(t *testing.T) {
	for name, want := range map[string]string{"a.svg": "svg", "b.PNG": "png", "c.jpg": "", "png": ""} {
		if got, err := chart.Format(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
