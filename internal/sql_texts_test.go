package internal_test

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

// place is where an expression stands: in a function, some of whose variables are known.
type place struct {
	in    *goFunc
	known map[string][]sqlText
	at    token.Pos // variables have the values that they got before it
	steps int
}

func (p place) deeper() place {
	p.steps++

	return p
}

func plain(text string) []sqlText { return []sqlText{{text: text}} }

// product joins every text of a with every text of b.
func product(a, b []sqlText) []sqlText {
	out := make([]sqlText, 0, len(a)*len(b))

	for _, x := range a {
		for _, y := range b {
			if len(out) == maxTexts {
				return out
			}

			out = append(out, sqlText{x.text + y.text, append(slices.Clip(x.parts), y.parts...), cmp.Or(x.from, y.from)})
		}
	}

	return out
}

// once remembers what was found. What leads back to itself is unknown.
func (r *sqlReader) once(key any, find func() []sqlText) []sqlText {
	if found, is := r.found[key]; is {
		return found
	}

	r.found[key] = plain(unknown)
	r.found[key] = find()

	return r.found[key]
}

// texts are the texts that an expression can have.
func (r *sqlReader) texts(e ast.Expr, p place) []sqlText {
	switch {
	case p.steps > maxSteps:
		return plain(unknown)
	case len(p.known) > 0:
		return r.follow(e, p)
	}

	type key struct {
		e  ast.Expr
		in *ast.FuncDecl
		at token.Pos
	}

	return r.once(key{e, p.in.decl, p.at}, func() []sqlText { return r.follow(e, p) })
}

func (r *sqlReader) follow(e ast.Expr, p place) []sqlText {
	switch e := e.(type) {
	case *ast.BasicLit:
		return []sqlText{{text: textOf(e), parts: []*ast.BasicLit{e}}}
	case *ast.ParenExpr:
		return r.texts(e.X, p)
	case *ast.UnaryExpr:
		return r.texts(e.X, p)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return product(r.texts(e.X, p), r.texts(e.Y, p))
		}
	case *ast.Ident:
		return r.named(e.Name, p)
	case *ast.IndexExpr:
		return r.elements(e.X, p.deeper())
	case *ast.SelectorExpr:
		if x, is := e.X.(*ast.Ident); is {
			if pkg := r.packages[p.in.imports[x.Name]]; pkg != nil {
				if v, known := pkg.values[e.Sel.Name]; known {
					return r.texts(v.expr, place{in: v.in, steps: p.steps + 1})
				}

				return plain(unknown)
			}
		}

		return r.field(e.Sel.Name, p)
	case *ast.CallExpr:
		return r.result(e, 0, p.deeper())
	}

	return plain(unknown)
}

// field are the values of a field anywhere in the package, or in the program if the package gives it none.
func (r *sqlReader) field(name string, p place) []sqlText {
	type key struct {
		name string
		in   *goPackage
	}

	return r.once(key{name, p.in.pkg}, func() []sqlText { return r.fieldOf(name, p) })
}

func (r *sqlReader) fieldOf(name string, p place) []sqlText {
	var own, all []sqlText

	for _, v := range r.fields[name] {
		found := known(r.texts(v.expr, place{in: v.in, at: v.expr.Pos(), steps: p.steps + 2}))
		for i := range found {
			found[i].from = cmp.Or(found[i].from, v.in.name())
		}

		if all = append(all, found...); v.in.pkg == p.in.pkg {
			own = append(own, found...)
		}
	}

	if len(own) > 0 {
		return own
	}

	return limited(all)
}

func known(list []sqlText) []sqlText {
	return slices.DeleteFunc(slices.Clone(list), func(s sqlText) bool { return s.text == unknown })
}

func limited(list []sqlText) []sqlText {
	if len(list) == 0 {
		return plain(unknown)
	}

	seen := map[string]bool{}
	out := slices.DeleteFunc(list, func(s sqlText) bool {
		before := seen[s.from+s.text]
		seen[s.from+s.text] = true

		return before
	})

	return out[:min(len(out), 8*maxTexts)]
}
