package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"club99/internal/chart"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "curve: name the folder for the pictures: go run ./internal/load/curve docs <curve.csv")
		os.Exit(2)
	}
	if err := draw(os.Stdin, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "curve:", err)
		os.Exit(1)
	}
}

func draw(in io.Reader, folder string) error {
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		return err
	}
	if len(rows) < 3 {
		return errors.New("a curve needs two clubs at least: give scripts/bench-curve.sh more numbers of tables")
	}
	tables, err := column(rows, "tables")
	if err != nil {
		return err
	}
	cpu, err := column(rows, "cpu_us_per_action")
	if err != nil {
		return err
	}
	memory, err := column(rows, "mib_in_all")
	if err != nil {
		return err
	}
	return errors.Join(
		picture(filepath.Join(folder, "performance-cpu.svg"), "Processor time of an action, 500 actions a second", "microseconds", tables, cpu),
		picture(filepath.Join(folder, "performance-memory.svg"), "Memory of a club, two players at each table", "MiB", tables, memory),
	)
}

// column is the numbers under a name.
func column(rows [][]string, name string) ([]float64, error) {
	at := slices.Index(rows[0], name)
	if at < 0 {
		return nil, fmt.Errorf("there is no column %q: the first line must be that of scripts/bench-curve.sh", name)
	}
	var numbers []float64
	for i, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[at], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d, %s: %q is no number", i+2, name, row[at])
		}
		numbers = append(numbers, v)
	}
	return numbers, nil
}

func picture(name, title, unit string, tables, values []float64) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return chart.Growth(f, "svg", title, "tables", unit, tables, values)
}
