package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"
	"unicode/utf8"
)

// Frames reads frames once for all clients that share it: those who sit at one
// table are told the same bytes. The zero value is ready to be used.
type Frames struct {
	mu     sync.Mutex
	tables map[string]*readFrames
}

// framesKept is how many of a table's last frames are remembered: as many as its
// players may be apart by.
const framesKept = 16

// readFrames are the last frames of one table.
type readFrames struct {
	mu   sync.Mutex
	data [framesKept][]byte
	read [framesKept]*Frame
	next int
}

// of reads a frame of a table. Whoever shares it must not change it.
func (f *Frames) of(table string, data []byte) (*Frame, error) {
	if f == nil {
		return read[Frame](data)
	}
	f.mu.Lock()
	t := f.tables[table]
	if t == nil {
		if f.tables == nil {
			f.tables = map[string]*readFrames{}
		}
		t = &readFrames{}
		f.tables[table] = t
	}
	f.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.data {
		at := (t.next + framesKept - 1 - i) % framesKept
		if t.read[at] != nil && bytes.Equal(t.data[at], data) {
			return t.read[at], nil
		}
	}
	frame, err := read[Frame](data)
	if err == nil {
		t.data[t.next], t.read[t.next] = data, frame
		t.next = (t.next + 1) % framesKept
	}
	return frame, err
}

// read reads a message that the club tells.
func read[T any](data []byte) (*T, error) {
	message := new(T)
	if !utf8.Valid(data) {
		return nil, errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(data, message); err != nil {
		return nil, err
	}
	return message, nil
}
