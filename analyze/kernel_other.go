//go:build !amd64

package analyze

func (w *lanes) calculate(f *finals, nodes, groups int) {
	w.plain(f, nodes, groups)
}
