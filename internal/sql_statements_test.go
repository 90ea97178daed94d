package internal_test

import (
	"cmp"
	"go/ast"
	"maps"
	"regexp"
	"slices"
)

// statement is a text that the program runs, and the function that runs it, or that gives it to the one that does.
type statement struct {
	sqlText
	site

	at string
}

// statements are all texts that the program runs: by methods of db, and by functions that were given to their caller.
func (r *sqlReader) statements() (out []statement) {
	for _, name := range slices.Sorted(maps.Keys(r.calls)) {
		for _, c := range r.calls[name] {
			places := r.runners[name]

			if id, is := c.call.Fun.(*ast.Ident); is && slices.Contains(c.in.params, id.Name) {
				places = make([]int, len(c.call.Args))
				for i := range places {
					places[i] = i
				}
			}

			for _, at := range places {
				if at >= len(c.call.Args) || c.in.pkg.path == "platform/db" {
					continue
				}

				for _, s := range r.texts(c.call.Args[at], place{in: c.in, at: c.call.Pos()}) {
					if sqlVerb.MatchString(s.text) {
						out = append(out, statement{s, site{c.call.Pos(), s.parts[0]}, cmp.Or(s.from, c.in.name())})
					}
				}
			}
		}
	}

	return out
}

var sqlVerb = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|COPY|LOCK|TRUNCATE)\b`)
