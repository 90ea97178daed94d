// Package required refuses services that are put together without something they need.
package required

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Fields panics if a field of a struct is nil, and names all that are. Constructors call it with their dependencies, so that
// a program without one ends at its start and leaves nothing out silently. A field with the tag `optional:"true"` may be
// nil; fields that can't be nil are not looked at.
func Fields(deps any) {
	v := reflect.ValueOf(deps)
	missing := []string{}

	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Tag.Get("optional") != "true" && isNil(v.Field(i)) {
			missing = append(missing, f.Name)
		}
	}

	if len(missing) > 0 {
		panic(fmt.Sprintf("%s lacks %s", v.Type(), strings.Join(missing, ", ")))
	}
}

// isNil reports whether a value is nil, or an interface that holds a nil pointer.
func isNil(v reflect.Value) bool {
	if v.Kind() == reflect.Interface {
		return v.IsNil() || isNil(v.Elem())
	}

	nilable := []reflect.Kind{reflect.Pointer, reflect.Func, reflect.Map, reflect.Slice, reflect.Chan}

	return slices.Contains(nilable, v.Kind()) && v.IsNil()
}
