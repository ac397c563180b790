package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// RunFile parses and runs one file. The error says that the file cannot be read,
// is that of [Parse], or is every [Failure] of the round, joined.
func RunFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return unreadable(path, err)
	}
	defer func() { _ = f.Close() }() // read only: closing has nothing to lose
	s, err := Parse(path, f)
	if err != nil {
		return err
	}
	return s.Run()
}

// Files runs the files in order. It writes one line for each file that fails, its
// first failure, to failures, and the closing line `N passed, M failed` to
// summary, and returns the counts. err is only that a writer failed.
func Files(paths []string, failures, summary io.Writer) (passed, failed int, err error) {
	for _, path := range paths {
		problem := RunFile(path)
		if problem == nil {
			passed++
			continue
		}
		failed++
		if _, err := fmt.Fprintln(failures, firstLine(problem)); err != nil {
			return passed, failed, err
		}
	}
	_, err = fmt.Fprintf(summary, "%d passed, %d failed\n", passed, failed)
	return passed, failed, err
}

// unreadable names the file once, and why it cannot be opened.
func unreadable(path string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s: cannot read the file: %w", path, err)
}

// firstLine returns the first of joined errors, and how many follow.
func firstLine(err error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return oneLine(err)
	}
	list := joined.Unwrap()
	text := oneLine(list[0])
	if len(list) > 1 {
		text += fmt.Sprintf(" (and %d more)", len(list)-1)
	}
	return text
}
