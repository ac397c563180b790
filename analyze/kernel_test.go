package analyze

import (
	"math/rand/v2"
	"testing"

	"club99/blackjack"
)

// What the processor does in its own way is the same to the last bit.
func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	d := NewDealers()
	shoe := Full(2)
	for up := 1; up <= 10; up++ {
		for pair := 0; pair <= 10; pair++ {
			f := d.tree(blackjack.Soft17Hit, up, pair)
			if len(f.nodes) > mostNodes || len(f.factors) > mostFactors || len(f.groups) > mostGroups {
				t.Fatalf("up card %d, pair %d: %d nodes, %d factors, %d groups are more than there is memory for", up, pair, len(f.nodes), len(f.factors), len(f.groups))
			}
			var gone [width][11]uint8
			for i := range gone {
				for range r.IntN(6) {
					gone[i][1+r.IntN(10)]++
				}
			}
			for end := range dealerBust {
				d.work = lanes{}
				d.work.run(f, &shoe, &gone, end)
				fast := d.work.sums
				d.work.factors, d.work.product, d.work.sums = [mostFactors]lane{{1, 1, 1, 1, 1, 1, 1, 1}}, [mostNodes]lane{{1, 1, 1, 1, 1, 1, 1, 1}}, [mostGroups]lane{}
				d.work.plain(f, f.nodesTo[end], f.groupsTo[end])
				same := fast == d.work.sums
				for i := range d.work.scale {
					for j := range width {
						d.work.scale[i][j] = r.Float64()
					}
				}
				d.work.reach(f, f.groupsTo[end])
				reached := d.work.sums
				d.work.sums = fast
				d.work.plainReach(f, f.groupsTo[end])
				if !same || reached != d.work.sums {
					t.Fatalf("up card %d, pair %d, ends from %d: the sums differ", up, pair, end)
				}
			}
		}
	}
}
