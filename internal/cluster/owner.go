package cluster

import (
	"hash/fnv"

	"club99/internal/store"
)

// Owner is the node that is to have something, by rendezvous hashing over the nodes that
// take tables: when one comes or goes, no more moves than what is its. "" if there is none.
func Owner(what string, nodes []store.Node) string {
	owner, most := "", uint64(0)
	for i := range nodes {
		if nodes[i].Draining {
			continue
		}
		if score := score(what, nodes[i].ID); owner == "" || score > most {
			owner, most = nodes[i].ID, score
		}
	}
	return owner
}

// score is the hash of both, mixed so that every bit of them counts.
func score(what, node string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(node)) // never fails
	_, _ = h.Write([]byte{0})
	_, _ = h.Write([]byte(what))
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
