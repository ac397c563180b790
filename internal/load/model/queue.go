package model

// sim runs events in the order of their times, in seconds. Events of one time run in the
// order in which they were asked for.
type sim struct {
	now    float64
	asked  uint64
	events []event // a heap
}

type event struct {
	at float64
	n  uint64
	do func()
}

func (e *event) before(f *event) bool { return e.at < f.at || e.at == f.at && e.n < f.n }

// in has something done after so many seconds.
func (s *sim) in(seconds float64, do func()) {
	s.asked++
	s.events = append(s.events, event{s.now + seconds, s.asked, do})
	h, i := s.events, len(s.events)-1
	for i > 0 {
		up := (i - 1) / 2
		if !h[i].before(&h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

// run runs events until a time.
func (s *sim) run(until float64) {
	for len(s.events) > 0 && s.events[0].at <= until {
		e := s.pop()
		s.now = e.at
		e.do()
	}
	s.now = until
}

func (s *sim) pop() event {
	h := s.events
	top, last := h[0], len(h)-1
	h[0], h[last] = h[last], event{}
	h = h[:last]
	s.events = h
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h[child].before(&h[least]) {
				least = child
			}
		}
		if least == i {
			return top
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// station is so many servers with one queue: the cores of a machine. Who comes first is
// served first.
type station struct {
	*sim
	free    int
	waiting fifo[task]
	busy    float64 // seconds of work that were begun
}

type task struct {
	seconds float64
	then    func()
}

func newStation(s *sim, servers int) *station { return &station{sim: s, free: servers} }

// do has work done, and then what follows from it.
func (s *station) do(seconds float64, then func()) {
	if s.free == 0 {
		s.waiting.put(task{seconds, then})
		return
	}
	s.free--
	s.begin(task{seconds, then})
}

func (s *station) begin(t task) {
	s.busy += t.seconds
	s.in(t.seconds, func() {
		if s.waiting.len() > 0 {
			s.begin(s.waiting.take())
		} else {
			s.free++
		}
		t.then()
	})
}

// batches is one server that takes all that wait at once: the log of a database, where
// one sync of the disk is everybody's who waited for it; and what gathers commits.
type batches[T any] struct {
	waiting []T
	free    int // how many may be under way at a time
	most    int // in one
	begin   func(batch []T, done func())
}

func (b *batches[T]) put(one T) {
	b.waiting = append(b.waiting, one)
	b.next()
}

func (b *batches[T]) next() {
	if b.free == 0 || len(b.waiting) == 0 {
		return
	}
	b.free--
	batch := b.waiting
	if len(batch) > b.most {
		batch = batch[:b.most:b.most]
	}
	b.waiting = b.waiting[len(batch):]
	b.begin(batch, func() {
		b.free++
		b.next()
	})
}

// fifo is a queue.
type fifo[T any] struct {
	list []T
	head int
}

func (q *fifo[T]) len() int { return len(q.list) - q.head }
func (q *fifo[T]) put(one T) {
	q.list = append(q.list, one)
}

func (q *fifo[T]) take() T {
	var none T
	one := q.list[q.head]
	q.list[q.head] = none
	if q.head++; q.head > 64 && 2*q.head > len(q.list) {
		q.list, q.head = append(q.list[:0], q.list[q.head:]...), 0
	}
	return one
}
