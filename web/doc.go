// Package web holds the built web client, so that the binary serves it by itself.
//
// The sources are beside this file; dist is made from them by "npm run build" and
// is committed, so that building the server needs Go alone.
package web
