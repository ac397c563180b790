// Package rulebook writes the help page of a table from its rules, in
// Vietnamese and English.
//
// Nothing on the page is written by hand for one table: every sentence is
// chosen, and every number filled in, from the settings, so that no page can say
// what its table does not play. A setting that others make idle is not spoken
// of. What the page says in amounts, it says about one example bet.
//
// Both languages are written side by side, sentence by sentence, so that a page
// has the same sections and items in each.
package rulebook
