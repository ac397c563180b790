// Package jsonout appends JSON to a text, piece by piece: what is written for every
// action, and would cost several times as much by reflection.
//
// A name comes with its comma and colon, as in `,"seq":`. The Opt functions leave
// name and value out where a tag with omitzero would. The text is that of the
// standard encoder; the packages that use this compare the two.
package jsonout
