package internal_test

import (
	"go/ast"
	"go/token"
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
				for at, param := range f.params {
					if param == "text" || param == "condition" || param == "look" {
						r.runners[d.Name.Name] = append(r.runners[d.Name.Name], at)
					}
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
