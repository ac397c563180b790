package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS returns the files of the client: index.html, which is the page for every
// path of the client, and the files that it names. Files below assets/ carry a
// hash of their content in their names and never change.
func FS() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path: fs.Sub has no other reason to fail
	}
	return files
}
