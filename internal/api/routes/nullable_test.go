package routes_test

import (
	"reflect"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/api/routes"
)

// An object that can be null in an answer is published as one that can be null: a pointer without omitempty is written as null.
func TestObjectsThatCanBeNullSaySo(t *testing.T) {
	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	schemas := a.Document().Components.Schemas
	found := 0

	for name := range schemas.Map() {
		in := schemas.TypeFromRef("#/components/schemas/" + name)
		if in == nil || in.Kind() != reflect.Struct {
			continue
		}

		for field := range in.Fields() {
			tag := field.Tag.Get("json")
			if tag == "" || strings.Contains(tag, ",omit") || field.Type.Kind() != reflect.Pointer || field.Type.Elem().Kind() != reflect.Struct || field.Type.Elem().PkgPath() == "time" {
				continue
			}

			found++

			if s := schemas.Schema(field.Type.Elem(), false, ""); !s.Nullable {
				t.Errorf("%s.%s can be null, and %s doesn't say so", in, field.Name, field.Type.Elem())
			}
		}
	}

	if found == 0 {
		t.Error("no such field was found")
	}
}
