package internal_test

import (
	"cmp"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sqlReader finds what SQL the program runs, by reading its Go sources: constants, sums, fmt.Sprintf, conditions of db.Where, values of
// variables, fields and parameters. What it can't follow is the text unknown.
type sqlReader struct {
	packages map[string]*goPackage
	calls    map[string][]callSite   // by the name of what is called
	fields   map[string][]fieldValue // by the name of the field
	runners  map[string][]int        // methods of db that run SQL: the places of the text among the arguments
	found    map[any][]sqlText       // what was followed already
}

const unknown = "⟨unknown⟩"

type goPackage struct {
	path    string
	values  map[string]fieldValue // constants and variables
	funcs   map[string][]*goFunc
	structs map[string][]string // names of the fields, in their order
}

type goFunc struct {
	pkg     *goPackage
	imports map[string]string // package by its name in the file
	decl    *ast.FuncDecl     // nil: at the level of the package
	params  []string
}

func (f *goFunc) name() string {
	if f.decl == nil {
		return f.pkg.path
	}

	return f.pkg.path + "." + f.decl.Name.Name
}

type callSite struct {
	call *ast.CallExpr
	in   *goFunc
}

type fieldValue struct {
	expr ast.Expr
	in   *goFunc
}

// sqlText is one text that an expression can have.
type sqlText struct {
	text  string
	parts []*ast.BasicLit // what it was made of
	from  string          // the function that gave a part as an argument
}

// maxTexts bounds the alternatives of one expression, and maxSteps how deep it is followed.
const (
	maxTexts = 64
	maxSteps = 30
)

func newSQLReader(t *testing.T) *sqlReader {
	t.Helper()

	r := &sqlReader{map[string]*goPackage{}, map[string][]callSite{}, map[string][]fieldValue{}, map[string][]int{}, map[any][]sqlText{}}
	files := []*ast.File{}
	owners := []*goFunc{}

	goFiles(t, false, func(pkg, _ string, _ *token.FileSet, parsed *ast.File) {
		p := r.packages[pkg]
		if p == nil {
			p = &goPackage{pkg, map[string]fieldValue{}, map[string][]*goFunc{}, map[string][]string{}}
			r.packages[pkg] = p
		}

		of := &goFunc{pkg: p, imports: importsOf(parsed)}
		files, owners = append(files, parsed), append(owners, of)
		r.declare(of, parsed)
	})

	for i, parsed := range files {
		for _, d := range parsed.Decls {
			in := owners[i]
			if f, is := d.(*ast.FuncDecl); is {
				in = &goFunc{in.pkg, in.imports, f, paramsOf(f.Type)}
			}

			r.index(in, d)
		}
	}

	return r
}

func importsOf(f *ast.File) map[string]string {
	out := map[string]string{}

	for _, i := range f.Imports {
		full, _ := strconv.Unquote(i.Path.Value)
		short := full[strings.LastIndex(full, "/")+1:]

		if i.Name != nil {
			short = i.Name.Name
		}

		out[short] = strings.TrimPrefix(strings.TrimPrefix(full, "loket/"), "internal/")
	}

	return out
}

func paramsOf(f *ast.FuncType) (names []string) {
	for _, field := range f.Params.List {
		for _, n := range field.Names {
			names = append(names, n.Name)
		}

		if len(field.Names) == 0 {
			names = append(names, "_")
		}
	}

	return names
}

// declare notes the functions, values and structs of a file.
func (r *sqlReader) declare(of *goFunc, parsed *ast.File) {
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f := &goFunc{of.pkg, of.imports, d, paramsOf(d.Type)}
			of.pkg.funcs[d.Name.Name] = append(of.pkg.funcs[d.Name.Name], f)

			if of.pkg.path == "platform/db" && d.Recv != nil && d.Name.IsExported() {
				if at := slices.IndexFunc(f.params, func(p string) bool { return p == "text" || p == "condition" }); at >= 0 {
					r.runners[d.Name.Name] = append(r.runners[d.Name.Name], at)
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for i, n := range s.Names {
						if i < len(s.Values) {
							of.pkg.values[n.Name] = fieldValue{s.Values[i], of}
						}
					}
				case *ast.TypeSpec:
					if body, is := s.Type.(*ast.StructType); is {
						for _, field := range body.Fields.List {
							for _, n := range field.Names {
								of.pkg.structs[s.Name.Name] = append(of.pkg.structs[s.Name.Name], n.Name)
							}
						}
					}
				}
			}
		}
	}
}

// index notes calls and the values of fields.
func (r *sqlReader) index(in *goFunc, d ast.Decl) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := calledName(n); name != "" {
				r.calls[name] = append(r.calls[name], callSite{n, in})
			}
		case *ast.CompositeLit:
			r.indexFields(in, n, elementType(n.Type))
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if s, is := l.(*ast.SelectorExpr); is && len(n.Rhs) == len(n.Lhs) {
					r.fields[s.Sel.Name] = append(r.fields[s.Sel.Name], fieldValue{n.Rhs[i], in})
				}
			}
		}

		return true
	})
}

func (r *sqlReader) indexFields(in *goFunc, lit *ast.CompositeLit, typ string) {
	for i, e := range lit.Elts {
		if inner, is := e.(*ast.CompositeLit); is && inner.Type == nil {
			r.indexFields(in, inner, typ) // the type stands at the list
		}

		if kv, is := e.(*ast.KeyValueExpr); is {
			if key, named := kv.Key.(*ast.Ident); named {
				r.fields[key.Name] = append(r.fields[key.Name], fieldValue{kv.Value, in})
			}

			continue
		}

		if names := in.pkg.structs[typ]; i < len(names) && len(lit.Elts) == len(names) {
			r.fields[names[i]] = append(r.fields[names[i]], fieldValue{e, in})
		}
	}
}

// elementType is the name of a type, of the elements of a list.
func elementType(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.ArrayType:
		return elementType(e.Elt)
	case *ast.MapType:
		return elementType(e.Value)
	case *ast.StarExpr:
		return elementType(e.X)
	}

	return ""
}

func calledName(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}

	return ""
}

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
		return r.ranged(list, false, p)
	case *ast.CallExpr:
		for _, arg := range list.Args {
			out = append(out, known(r.elements(arg, p.deeper()))...)
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
					if calledName(rhs) == "append" {
						for _, e := range rhs.Args[1:] {
							out = append(out, r.texts(e, p.deeper())...)
						}
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
		case name == "Arg" && len(c.Args) == 1:
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

		ast.Inspect(f.body, func(node ast.Node) bool {
			if lit, is := node.(*ast.FuncLit); is && lit.Body != f.body {
				return false
			}

			if ret, is := node.(*ast.ReturnStmt); is && n < len(ret.Results) {
				at := inner
				at.at = ret.Results[n].Pos()
				out = append(out, r.texts(ret.Results[n], at)...)
			}

			return true
		})
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

// statement is a text that the program runs, and the function that runs it, or that gives it to the one that does.
type statement struct {
	sqlText
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
						out = append(out, statement{s, cmp.Or(s.from, c.in.name())})
					}
				}
			}
		}
	}

	return out
}

var sqlVerb = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|COPY|LOCK|TRUNCATE)\b`)
