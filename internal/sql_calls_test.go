package internal_test

import (
	"cmp"
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// reaches reports whether a call of a function's name may be a call of it.
func reaches(c callSite, f *goFunc) bool {
	_, short := c.call.Fun.(*ast.Ident)
	if short != (f.decl.Recv == nil) && c.in.pkg == f.pkg || len(c.call.Args) < len(f.params)-1 {
		return false
	}

	if c.in.pkg == f.pkg {
		return true
	}

	for _, path := range c.in.imports {
		if path == f.pkg.path {
			return f.decl.Name.IsExported()
		}
	}

	return false
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[a-z]`)

// result are the texts of a function's result.
func (r *sqlReader) result(c *ast.CallExpr, n int, p place) []sqlText {
	if p.steps > maxSteps {
		return plain(unknown)
	}

	if f, is := r.method(c.Fun, p).(*ast.SelectorExpr); is {
		x, _ := f.X.(*ast.Ident)

		switch name := f.Sel.Name; {
		case x != nil && x.Name == "fmt" && name == "Sprintf":
			return r.formatted(c, p)
		case x != nil && x.Name == "strings" && name == "Join":
			found := r.elements(c.Args[0], p)

			return []sqlText{joined(found, textOf(c.Args[1]))}
		case x != nil && x.Name == "strings" && len(c.Args) > 0:
			return r.texts(c.Args[0], p) // trimmed, or replaced in part
		case x != nil && x.Name == "strconv":
			return plain("1")
		case name == "Replace" && len(c.Args) == 1:
			return r.replaced(f.X, c.Args[0], p)
		case name == "ReplaceAllStringFunc":
			return r.texts(c.Args[0], p)
		case name == "List" && len(c.Args) == 1 && strings.HasPrefix(r.texts(c.Args[0], p)[0].text, "$"): // of db.Engine
			return plain("(SELECT n, value FROM json_each($1))")
		case (name == "Arg" || name == "HiddenClient") && len(c.Args) == 1:
			return plain("$1")
		case name == "Text" && len(c.Args) == 0:
			return r.conditions(f.X, p)
		}
	}

	if id, is := c.Fun.(*ast.Ident); is && len(c.Args) == 1 && (id.Name == "string") {
		return r.texts(c.Args[0], p)
	}

	var out []sqlText

	for _, f := range r.callees(c, p) {
		inner := place{in: f.goFunc, steps: p.steps + 1, known: map[string][]sqlText{}}
		if f.closure {
			inner.known = with(p.known, "", nil)
			inner.at = c.Pos()
		}

		for i, name := range f.names {
			if i < len(c.Args) {
				if found := known(r.texts(c.Args[i], p.deeper())); len(found) > 0 {
					inner.known[name] = found
				}
			}
		}

		for _, ret := range returns(f.body) {
			if n < len(ret.Results) {
				at := inner
				at.at = ret.Results[n].Pos()
				out = append(out, r.texts(ret.Results[n], at)...)
			}
		}
	}

	return limited(known(out))
}

// method is what a call calls: a method also if a variable holds it.
func (r *sqlReader) method(called ast.Expr, p place) ast.Expr {
	id, is := called.(*ast.Ident)
	if !is || p.in.decl == nil {
		return called
	}

	ast.Inspect(p.in.decl, func(n ast.Node) bool {
		if a, is := n.(*ast.AssignStmt); is && len(a.Lhs) == 1 && isNamed(a.Lhs[0], id.Name) {
			if f, is := a.Rhs[0].(*ast.SelectorExpr); is {
				called = f
			}
		}

		return true
	})

	return called
}

// returns are the returns of a function, without those of functions in it.
func returns(body *ast.BlockStmt) (list []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Body == body
		case *ast.ReturnStmt:
			list = append(list, n)
		}

		return true
	})

	return list
}

// joined is one text of all elements.
func joined(list []sqlText, by string) (out sqlText) {
	for i, s := range list {
		if i > 0 {
			out.text += by
		}

		out.text, out.parts, out.from = out.text+s.text, append(out.parts, s.parts...), cmp.Or(out.from, s.from)
	}

	return out
}

func (r *sqlReader) formatted(c *ast.CallExpr, p place) []sqlText {
	out := []sqlText{}

	for _, format := range r.texts(c.Args[0], p) {
		made := []sqlText{{parts: format.parts, from: format.from}}
		next, end := 1, 0

		for _, m := range verb.FindAllStringSubmatchIndex(format.text, -1) {
			made = product(made, plain(format.text[end:m[0]]))
			end = m[1]

			if m[2] >= 0 {
				next, _ = strconv.Atoi(format.text[m[2]:m[3]])
			}

			if format.text[end-1] == 'd' || next >= len(c.Args) {
				made = product(made, plain("1"))
			} else {
				made = product(made, r.texts(c.Args[next], p))
			}

			next++
		}

		out = append(out, product(made, plain(format.text[end:]))...)
	}

	return limited(out)
}

// replaced follows strings.NewReplacer(...).Replace(text).
func (r *sqlReader) replaced(replacer, text ast.Expr, p place) []sqlText {
	list := r.texts(text, p)

	call, is := replacer.(*ast.CallExpr)
	if !is {
		return list
	}

	for i := 0; i+1 < len(call.Args); i += 2 {
		old := textOf(call.Args[i])
		out := []sqlText{}

		for _, s := range list {
			if !strings.Contains(s.text, old) || old == "" {
				out = append(out, s)

				continue
			}

			for _, value := range r.texts(call.Args[i+1], p) {
				out = append(out, sqlText{strings.ReplaceAll(s.text, old, value.text), append(slices.Clip(s.parts), value.parts...), s.from})
			}
		}

		list = out
	}

	return limited(list)
}

// callee is a function that a call may call.
type callee struct {
	*goFunc

	names   []string
	body    *ast.BlockStmt
	closure bool // of the function of the call
}

func (r *sqlReader) callees(c *ast.CallExpr, p place) (out []callee) {
	add := func(pkg *goPackage, name string, method bool) {
		for _, f := range pkg.funcs[name] {
			if f.decl.Body != nil && (f.decl.Recv != nil) == method {
				out = append(out, callee{f, f.params, f.decl.Body, false})
			}
		}
	}

	switch f := c.Fun.(type) {
	case *ast.Ident:
		if p.in.decl != nil {
			ast.Inspect(p.in.decl, func(n ast.Node) bool {
				if a, is := n.(*ast.AssignStmt); is && len(a.Lhs) == 1 && len(a.Rhs) == 1 {
					id, named := a.Lhs[0].(*ast.Ident)
					lit, closure := a.Rhs[0].(*ast.FuncLit)

					if named && closure && id.Name == f.Name {
						out = append(out, callee{p.in, paramsOf(lit.Type), lit.Body, true})
					}
				}

				return true
			})
		}

		if len(out) == 0 {
			add(p.in.pkg, f.Name, false)
		}
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is {
			if pkg := r.packages[p.in.imports[x.Name]]; pkg != nil {
				add(pkg, f.Sel.Name, false)

				return out
			}
		}

		add(p.in.pkg, f.Sel.Name, true)

		for _, path := range slices.Sorted(maps.Values(p.in.imports)) {
			if pkg := r.packages[path]; pkg != nil && len(out) == 0 {
				add(pkg, f.Sel.Name, true)
			}
		}
	}

	return out
}
