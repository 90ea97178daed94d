package internal_test

import (
	"cmp"
	"go/ast"
	"maps"
	"slices"
)

// conditions are the conditions of a db.Where, joined by AND: those that its function and others that get it add.
func (r *sqlReader) conditions(where ast.Expr, p place) []sqlText {
	if u, is := where.(*ast.UnaryExpr); is {
		where = u.X
	}

	id, is := where.(*ast.Ident)
	if !is {
		if f, field := where.(*ast.SelectorExpr); field {
			id = f.Sel
		} else {
			return plain(unknown)
		}
	}

	if p.in.decl == nil || p.steps > maxSteps {
		return plain(unknown)
	}

	out := []sqlText{}
	add := func(found []sqlText) {
		found = known(found)
		for i := range found {
			found[i].text = " AND " + found[i].text
		}

		if len(found) > 0 {
			out = product(out, found)
		}
	}

	if at := slices.Index(p.in.params, id.Name); at >= 0 {
		for _, c := range r.calls[p.in.decl.Name.Name] {
			if c.in.decl != p.in.decl && reaches(c, p.in) && at < len(c.call.Args) {
				for _, s := range r.conditions(c.call.Args[at], place{in: c.in, at: c.call.Pos(), steps: p.steps + 3}) {
					s.from = cmp.Or(s.from, c.in.name())
					out = append(out, s)
				}
			}
		}
	}

	if out = limited(out); len(out) == 1 && out[0].text == unknown {
		out = plain("TRUE")
	}

	r.addConditions(id.Name, p, add)

	return limited(out)
}

// addConditions calls add for each condition that a function adds to a db.Where of a name.
func (r *sqlReader) addConditions(name string, p place, add func([]sqlText)) {
	ast.Inspect(p.in.decl, func(n ast.Node) bool {
		if a, is := n.(*ast.AssignStmt); is && len(a.Rhs) == 1 {
			call, called := a.Rhs[0].(*ast.CallExpr)

			for i, l := range a.Lhs {
				if id, is := l.(*ast.Ident); is && called && id.Name == name && p.steps < maxSteps {
					r.returnedConditions(call, i, p, add)
				}
			}
		}

		c, is := n.(*ast.CallExpr)
		if !is {
			return true
		}

		f, method := c.Fun.(*ast.SelectorExpr)

		switch {
		case method && isNamed(f.X, name) && f.Sel.Name == "Add" && len(c.Args) == 2:
			add(product(r.texts(c.Args[0], p.deeper()), plain("$1")))
		case method && isNamed(f.X, name) && f.Sel.Name == "Condition" && len(c.Args) == 1:
			add(r.texts(c.Args[0], p.deeper()))
		default:
			for i, arg := range c.Args {
				if !isNamed(arg, name) || p.steps > maxSteps {
					continue
				}

				for _, f := range r.callees(c, p) {
					if !f.closure && i < len(f.names) && f.decl != p.in.decl {
						inner := place{in: f.goFunc, steps: p.steps + 2, known: map[string][]sqlText{}}
						r.addConditions(f.names[i], inner, add)
					}
				}
			}
		}

		return true
	})
}

// returnedConditions calls add for the conditions of a db.Where that a function returns.
func (r *sqlReader) returnedConditions(call *ast.CallExpr, result int, p place, add func([]sqlText)) {
	for _, f := range r.callees(call, p) {
		if f.closure {
			continue
		}

		names := map[string]bool{}

		ast.Inspect(f.body, func(n ast.Node) bool {
			if ret, is := n.(*ast.ReturnStmt); is && result < len(ret.Results) {
				if u, is := ret.Results[result].(*ast.UnaryExpr); is {
					ret = &ast.ReturnStmt{Results: []ast.Expr{u.X}}
				}

				if id, is := ret.Results[min(result, len(ret.Results)-1)].(*ast.Ident); is {
					names[id.Name] = true
				}
			}

			return true
		})

		for _, name := range slices.Sorted(maps.Keys(names)) {
			r.addConditions(name, place{in: f.goFunc, steps: p.steps + 2}, add)
		}
	}
}

func isNamed(e ast.Expr, name string) bool {
	if u, is := e.(*ast.UnaryExpr); is {
		e = u.X
	}

	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == name
	case *ast.SelectorExpr:
		return e.Sel.Name == name
	}

	return false
}
