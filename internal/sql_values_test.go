package internal_test

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

// named are the values of a variable, parameter or constant.
func (r *sqlReader) named(name string, p place) []sqlText {
	if found, is := p.known[name]; is {
		return found
	}

	if p.in.decl != nil {
		if found := r.assigned(name, p); len(found) > 0 {
			return limited(found)
		}

		if at := slices.Index(p.in.params, name); at >= 0 {
			return r.argument(at, p)
		}
	}

	if v, is := p.in.pkg.values[name]; is {
		return r.texts(v.expr, place{in: v.in, steps: p.steps + 1})
	}

	return plain(unknown)
}

// assigned follows the assignments of a variable up to the place. What is added behind a condition is taken as added.
func (r *sqlReader) assigned(name string, p place) []sqlText {
	var values []sqlText

	set := func(to ast.Expr, tok token.Token, value ast.Expr, result int) {
		if id, is := to.(*ast.Ident); !is || id.Name != name || value.End() >= p.at && p.at.IsValid() {
			return
		}

		inner := p.deeper()
		inner.at, inner.known = value.Pos(), with(p.known, name, values)

		var found []sqlText
		if call, is := value.(*ast.CallExpr); is {
			found = r.result(call, result, inner)
		} else {
			found = r.texts(value, inner)
		}

		switch {
		case tok == token.ADD_ASSIGN:
			values = limited(product(values, found))
		case mentions(value, name):
			values = found
		default:
			values = append(values, found...)
		}
	}

	ast.Inspect(p.in.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				set(l, n.Tok, n.Rhs[min(i, len(n.Rhs)-1)], i-min(i, len(n.Rhs)-1))
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				if i < len(n.Values) {
					set(l, token.ASSIGN, n.Values[i], 0)
				}
			}
		case *ast.RangeStmt:
			for i, l := range []ast.Expr{n.Key, n.Value} {
				if id, is := l.(*ast.Ident); is && id.Name == name && p.steps < maxSteps {
					if i == 0 && !isMap(n.X) {
						continue
					}

					values = append(values, r.ranged(n.X, i == 0, p.deeper())...)
				}
			}
		}

		return true
	})

	return values
}

func isMap(e ast.Expr) bool {
	lit, is := e.(*ast.CompositeLit)
	if !is {
		return false
	}

	_, is = lit.Type.(*ast.MapType)

	return is
}

func with(known map[string][]sqlText, name string, value []sqlText) map[string][]sqlText {
	out := map[string][]sqlText{name: value}

	for k, v := range known {
		if k != name {
			out[k] = v
		}
	}

	if len(value) == 0 {
		delete(out, name)
	}

	return out
}

func mentions(e ast.Expr, name string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		found = found || is && id.Name == name

		return true
	})

	return found
}

// ranged are the keys or values of a list.
func (r *sqlReader) ranged(list ast.Expr, keys bool, p place) (out []sqlText) {
	lit, is := list.(*ast.CompositeLit)
	if !is {
		return r.elements(list, p)
	}

	for _, e := range lit.Elts {
		if kv, is := e.(*ast.KeyValueExpr); is {
			e = kv.Value
			if keys {
				e = kv.Key
			}
		}

		out = append(out, r.texts(e, p)...)
	}

	return out
}

// elements are the texts in a list: of a literal, and what a function puts into a variable by append or by index.
func (r *sqlReader) elements(list ast.Expr, p place) (out []sqlText) {
	if p.steps > maxSteps {
		return plain(unknown)
	}

	switch list := list.(type) {
	case *ast.CompositeLit:
		if _, named := list.Type.(*ast.Ident); named {
			return plain(unknown) // a struct, whose fields are no elements
		}

		return r.ranged(list, false, p)
	case *ast.CallExpr:
		for _, arg := range list.Args {
			out = append(out, known(r.elements(arg, p.deeper()))...)
		}

		for _, f := range r.callees(list, p) {
			for _, ret := range returns(f.body) {
				if len(ret.Results) > 0 && !f.closure {
					out = append(out, known(r.elements(ret.Results[0], place{in: f.goFunc, at: ret.End(), steps: p.steps + 1}))...)
				}
			}
		}
	case *ast.Ident:
		if v, is := p.in.pkg.values[list.Name]; is {
			return r.elements(v.expr, place{in: v.in, steps: p.steps + 1})
		}

		if p.in.decl == nil {
			break
		}

		ast.Inspect(p.in.decl, func(n ast.Node) bool {
			a, is := n.(*ast.AssignStmt)
			if !is || len(a.Lhs) != len(a.Rhs) {
				return true
			}

			for i, l := range a.Lhs {
				if x, is := l.(*ast.IndexExpr); is && mentions(x.X, list.Name) {
					out = append(out, r.texts(a.Rhs[i], p.deeper())...)
				}

				if !mentions(l, list.Name) {
					continue
				}

				switch rhs := a.Rhs[i].(type) {
				case *ast.CallExpr:
					if calledName(rhs) != "append" {
						out = append(out, known(r.elements(rhs, p.deeper()))...)

						continue
					}

					for _, e := range rhs.Args[1:] {
						out = append(out, r.texts(e, p.deeper())...)
					}
				case *ast.CompositeLit:
					out = append(out, r.ranged(rhs, false, p.deeper())...)
				}
			}

			return true
		})
	}

	return limited(out)
}

// argument are the values that callers give to a parameter.
func (r *sqlReader) argument(at int, p place) []sqlText {
	type key struct {
		f  *ast.FuncDecl
		at int
	}

	return r.once(key{p.in.decl, at}, func() []sqlText { return r.argumentOf(at, p) })
}

func (r *sqlReader) argumentOf(at int, p place) (out []sqlText) {
	for _, c := range r.calls[p.in.decl.Name.Name] {
		if c.in.decl == p.in.decl || !reaches(c, p.in) || at >= len(c.call.Args) {
			continue
		}

		for _, s := range r.texts(c.call.Args[at], place{in: c.in, at: c.call.Pos(), steps: p.steps + 2}) {
			s.from = cmp.Or(s.from, c.in.name())
			out = append(out, s)
		}
	}

	return limited(out)
}
