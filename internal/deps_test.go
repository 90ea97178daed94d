package internal_test

import (
	"go/ast"
	"go/token"
	"path"
	"testing"
)

// dependencies are the fields by which a struct of dependencies is known, by their types.
var dependencies = map[string]bool{"*db.DB": true, "clock.Clock": true, "*slog.Logger": true, "*job.Queue": true, "*inbox.Inbox": true, "*event.Record": true}

// An exported type keeps its dependencies in a field that its importers don't see: embedding the struct that holds them makes each a field of it.
func TestDependenciesAreNotExported(t *testing.T) {
	t.Parallel()

	holders := map[string]bool{} // folder and name of each struct with a dependency
	embeds := map[string]string{}

	goFiles(t, false, func(_, file string, fset *token.FileSet, parsed *ast.File) {
		for _, decl := range parsed.Decls {
			types, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}

			for _, spec := range types.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					noteDependencies(path.Dir(file), fset, s, holders, embeds)
				}
			}
		}
	})

	if len(holders) < 15 {
		t.Errorf("only %d structs hold dependencies: the test doesn't know them any more", len(holders))
	}

	for where, embedded := range embeds {
		if holders[embedded] {
			t.Errorf("%s embeds its dependencies: name the field (deps Deps), so that importers don't see them", where)
		}
	}
}

// noteDependencies notes whether a type holds dependencies, and what of its own package an exported one embeds.
func noteDependencies(dir string, fset *token.FileSet, s *ast.TypeSpec, holders map[string]bool, embeds map[string]string) {
	fields, ok := s.Type.(*ast.StructType)
	if !ok {
		return
	}

	if dir == "internal/app" && s.Name.Name == "App" { // it gives commands and tests the parts that it built
		return
	}

	for _, f := range fields.Fields.List {
		if dependencies[dependencyName(f.Type)] && len(f.Names) > 0 && f.Names[0].IsExported() {
			holders[dir+"."+s.Name.Name] = true
		}

		if embedded, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 && s.Name.IsExported() && embedded.IsExported() {
			embeds[fset.Position(f.Pos()).String()+" "+s.Name.Name] = dir + "." + embedded.Name
		}
	}
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
