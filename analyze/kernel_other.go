//go:build !amd64

package analyze

func (w *lanes) calculate(f *finals, nodes, groups int) {
	w.plain(f, nodes, groups)
}

func (w *lanes) reach(f *finals, groups int) { w.plainReach(f, groups) }
