package mesh

import (
	"encoding/json"
	"time"

	"club99/internal/table"
	"club99/internal/wire"
)

// roll is what a node says of itself once a second.
type roll struct {
	Node   string
	Tables []atTable                `json:",omitempty"` // that it drives
	Here   map[string]map[int64]int `json:",omitempty"` // who is connected to it, by table
	Rows   []wire.LobbyTable        `json:",omitempty"` // now and then
	Leaves bool                     `json:",omitzero"`  // it says no other

	at time.Time // when it came
}

// atTable is a table with its last entry and the people at it.
type atTable struct {
	ID     string
	Seq    uint64
	People []table.Standing `json:",omitempty"`
}

// callRolls says this node's roll until the mesh closes.
func (m *Mesh) callRolls() {
	every := time.NewTicker(rollEvery)
	defer every.Stop()
	for {
		m.call(false)
		m.sweep()
		select {
		case <-m.ending.Done():
			m.call(true)
			return
		case <-every.C:
		}
	}
}

// call says this node's roll, and hears it too: the people at its own tables may have
// their home here.
func (m *Mesh) call(leaves bool) {
	r := &roll{Node: m.Node, Leaves: leaves}
	for _, t := range m.pit.Tables() {
		seq, people := t.Standings()
		r.Tables = append(r.Tables, atTable{t.ID(), seq, people})
	}
	m.mu.Lock()
	if !leaves {
		r.Here = make(map[string]map[int64]int, len(m.mine))
		for id, players := range m.mine {
			r.Here[id] = players
		}
	}
	rows := m.said%rowsEvery == 0
	m.said++
	m.mu.Unlock()
	if rows {
		r.Rows = m.pit.Own()
	}
	data, err := json.Marshal(r)
	if err != nil {
		m.Log.Error("the roll of this node cannot be written", "error", err)
		return
	}
	m.Bus.Tell(rollSubject, data)
	m.stand(m.Node, r.Tables)
}

func (m *Mesh) hearRoll(data []byte) {
	r := &roll{}
	if !m.read(data, r) || r.Node == m.Node {
		return
	}
	r.at = time.Now()
	seated := map[int64]bool{}
	for i := range r.Tables {
		at := &r.Tables[i]
		m.Hub.Head(at.ID, at.Seq)
		for _, p := range at.People {
			seated[p.Player] = true
			if p.Told != 0 {
				m.Hub.HeadOf(p.Player, at.ID, p.Told)
			}
		}
	}
	m.mu.Lock()
	if r.Leaves {
		delete(m.rolls, r.Node)
		delete(m.seated, r.Node)
	} else {
		m.rolls[r.Node], m.seated[r.Node] = r, seated
	}
	for _, t := range m.pit.Tables() {
		t.Attend(r.Node, r.Here[t.ID()])
	}
	m.mu.Unlock()
	for i := range r.Rows {
		m.Hub.Row(&r.Rows[i])
	}
	m.stand(r.Node, r.Tables)
}

// sweep forgets nodes that have said nothing for a while: nobody is connected to them.
func (m *Mesh) sweep() {
	m.Hub.Tidy()
	m.mu.Lock()
	defer m.mu.Unlock()
	for node, r := range m.rolls {
		if time.Since(r.at) > rollFor {
			delete(m.rolls, node)
			delete(m.seated, node)
		}
	}
	for _, t := range m.pit.Tables() {
		for _, node := range t.Attending() {
			if node != m.Node && m.rolls[node] == nil {
				t.Attend(node, nil)
			}
		}
	}
}
