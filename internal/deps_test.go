package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// dependencies are the fields by which a struct of dependencies is known, by their types.
var dependencies = map[string]bool{"*db.DB": true, "clock.Clock": true, "*slog.Logger": true, "*job.Queue": true, "*inbox.Inbox": true, "*event.Record": true}

// An exported type keeps its dependencies in a field that its importers don't see: an exported field shows one, and embedding the struct
// that holds them makes each a field of the type.
func TestDependenciesAreNotExported(t *testing.T) {
	t.Parallel()

	found := newStructs()

	goFiles(t, false, func(_, file string, fset *token.FileSet, parsed *ast.File) {
		if dir := path.Dir(file); !strings.HasPrefix(dir, "internal/dev/") { // fixtures of tests, and the demo
			found.add(dir, fset, parsed)
		}
	})

	if n := len(found.holders()); n < 15 {
		t.Errorf("only %d structs hold dependencies: the test doesn't know them any more", n)
	}

	// It gives commands and tests the parts that it built.
	delete(found.list, "internal/app.App")

	for _, fault := range found.faults() {
		t.Error(fault)
	}
}

// The test finds each way in which a dependency becomes a field that importers see.
func TestExportedDependenciesAreFound(t *testing.T) {
	t.Parallel()

	const use = "; func (s *Service) Do() {}"

	for text, want := range map[string]bool{
		"type Service struct { deps Deps }" + use:                                         false,
		"type Service struct { db *db.DB; Name string }" + use:                            false,
		"type Settings struct { Clock clock.Clock }":                                      false, // what a constructor takes
		"type Service struct { Deps }" + use:                                              true,
		"type Service struct { *Deps }" + use:                                             true,
		"type Service struct { *parts.Deps }" + use:                                       true,
		"type service struct { Deps }; func (s *service) Do() {}":                         false,
		"type Service struct { parts }; type parts struct { DB *db.DB }" + use:            true,
		"type Service struct { *parts }; type parts struct { DB *db.DB }" + use:           true,
		"type Service struct { outer }; type outer struct { *Deps }" + use:                true,
		"type Service struct { parts }; type parts struct { db *db.DB }" + use:            false,
		"type Service struct { DB *db.DB }" + use:                                         true,
		"type Service struct { *db.DB }" + use:                                            true,
		"type Service struct { Clock clock.Clock }; func (Service) Do() {}":               true,
		"type Service[T any] struct { Log *slog.Logger }; func (s *Service[T]) Do() {}":   true,
		"type Settings struct { Log *slog.Logger }; func (s *Settings) check() {}":        false,
		"type Service struct { Log, Other *slog.Logger }; func (s *Service) Do() {}":      true,
		"type Service struct { In struct{ DB *db.DB } }; func (s *Service) Do() {}":       true,
		"type Service struct { in struct{ DB *db.DB } }; func (s *Service) Do() {}":       false,
		"type Service struct { New func(*db.DB) }; func (s *Service) Do() {}":             false,
		"type Other struct { Deps }; type Service struct { o Other }; func (Other) F(){}": true,
	} {
		found := newStructs()

		for dir, source := range map[string]string{
			"internal/a":     `package a; import "loket/internal/parts"; type Deps struct { DB *db.DB }; ` + text,
			"internal/parts": "package parts; type Deps struct { DB *db.DB }",
		} {
			fset := token.NewFileSet()

			parsed, err := parser.ParseFile(fset, dir+"/a.go", source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}

			found.add(dir, fset, parsed)
		}

		if faults := found.faults(); len(faults) > 0 != want {
			t.Errorf("%v, want a fault: %t: %s", faults, want, text)
		}
	}
}

// structs are those of the program, by folder and name.
type structs struct {
	list    map[string]*goStruct
	methods map[string]bool // types that have an exported one
}

type goStruct struct {
	where, name string
	shows       bool     // has an exported field of a dependency's type
	embeds      []string // by folder and name
}

func newStructs() *structs { return &structs{map[string]*goStruct{}, map[string]bool{}} }

func (l *structs) add(dir string, fset *token.FileSet, parsed *ast.File) {
	imports := importsOf(parsed)

	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && d.Name.IsExported() {
				l.methods[typeName(dir, imports, d.Recv.List[0].Type)] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s, named := spec.(*ast.TypeSpec)
				if !named {
					continue
				}

				if fields, is := s.Type.(*ast.StructType); is {
					one := &goStruct{where: fset.Position(s.Pos()).String(), name: s.Name.Name, shows: showsDependency(fields)}
					l.list[dir+"."+s.Name.Name] = one

					for _, f := range fields.Fields.List {
						if len(f.Names) == 0 {
							one.embeds = append(one.embeds, typeName(dir, imports, f.Type))
						}
					}
				}
			}
		}
	}
}

// showsDependency reports whether importers of a struct see a dependency in one of its own fields.
func showsDependency(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		if len(f.Names) > 0 && !slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
			return false
		}

		inside, is := f.Type.(*ast.StructType)

		return dependencies[dependencyName(f.Type)] || is && showsDependency(inside)
	})
}

// holds reports whether a struct has an exported field with a dependency, its own or one of an embedded struct.
func (l *structs) holds(name string) bool {
	s := l.list[name]

	return s != nil && (s.shows || slices.ContainsFunc(s.embeds, l.holds))
}

func (l *structs) holders() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(l.list)) {
		if l.holds(name) {
			names = append(names, name)
		}
	}

	return names
}

// faults are the exported types with dependencies that importers see. A struct without exported methods may show its own: it is what a
// constructor takes.
func (l *structs) faults() (faults []string) {
	for _, name := range l.holders() {
		switch s := l.list[name]; {
		case !ast.IsExported(s.name):
		case slices.ContainsFunc(s.embeds, l.holds):
			faults = append(faults, s.where+": "+s.name+" embeds its dependencies: name the field (deps Deps), so that importers don't see them")
		case l.methods[name]:
			faults = append(faults, s.where+": "+s.name+" has a dependency in an exported field: importers see it")
		}
	}

	return faults
}

// typeName is the folder and name of a type, without its pointer and its parameters.
func typeName(dir string, imports map[string]string, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(dir, imports, e.X)
	case *ast.IndexExpr:
		return typeName(dir, imports, e.X)
	case *ast.IndexListExpr:
		return typeName(dir, imports, e.X)
	case *ast.Ident:
		return dir + "." + e.Name
	case *ast.SelectorExpr:
		if pkg, ok := e.X.(*ast.Ident); ok {
			return "internal/" + imports[pkg.Name] + "." + e.Sel.Name
		}
	}

	return ""
}

// dependencyName is *pkg.Name or pkg.Name, empty for others.
func dependencyName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + dependencyName(e.X)
	case *ast.SelectorExpr:
		if pkg, ok := e.X.(*ast.Ident); ok {
			return pkg.Name + "." + e.Sel.Name
		}
	}

	return ""
}
