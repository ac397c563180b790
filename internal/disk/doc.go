// Package disk sees to it that files survive the machine, where that takes more
// than the operating system does by itself. The store and the sealing key use it.
package disk
