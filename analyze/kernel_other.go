//go:build !amd64

package analyze

func (w *lanes) products(f *finals) { w.plainProducts(f) }

func (w *lanes) groups(f *finals) { w.plainGroups(f) }
