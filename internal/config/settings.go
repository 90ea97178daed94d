package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/secret"
)

// Setting is one setting as it runs, for people who may not change it.
type Setting struct {
	Group    string
	Variable string // LOKET_MAX_LOSS
	Help     string
	Value    string // empty: nothing is set
	Source   Source
}

// Source is where the value of a setting comes from.
type Source string

// The sources. A file of settings sets variables of the environment, so both are one.
const (
	FromDefault     Source = "default"
	FromEnvironment Source = "environment"
	FromFlag        Source = "flag"
)

// shownGroups are the groups of settings that people of the provider may read. Those about the machine, its addresses and its secrets are not
// among them.
var shownGroups = []string{"Areas", "Dashboard", "Mail", "Limits", "Top-up", "Webhooks", "Invoices", "Staff", "Sessions"}

// Shown lists the settings of these groups in the order of the documentation, without any secret and without the files that hold one.
func (c *Config) Shown() []Setting {
	of := reflect.ValueOf(*c)
	out := make([]Setting, 0, of.NumField())

	for _, group := range shownGroups {
		out = append(out, shownIn(of, "", group)...)
	}

	return out
}

func shownIn(of reflect.Value, group, wanted string) (out []Setting) {
	for i := range of.NumField() {
		field, value := of.Type().Field(i), of.Field(i)

		in := group
		if named := field.Tag.Get("group"); named != "" {
			in = named
		}

		variable := field.Tag.Get("env")

		switch {
		case field.Anonymous:
			out = append(out, shownIn(value, in, wanted)...)
		case in != wanted || variable == "" || hides(field, variable):
		default:
			text := textOf(value)
			out = append(out, Setting{Group: in, Variable: variable, Help: field.Tag.Get("help"), Value: text, Source: sourceOf(field, variable, value)})
		}
	}

	return out
}

// hides reports whether a setting is a secret, or says where one is.
func hides(field reflect.StructField, variable string) bool {
	return field.Type == reflect.TypeFor[secret.Text]() || slices.Contains(secretSettings(), strings.TrimSuffix(variable, "_FILE"))
}

func textOf(value reflect.Value) string {
	if list, is := reflect.TypeAssert[[]string](value); is {
		return strings.Join(list, ", ")
	}

	return fmt.Sprint(value.Interface())
}

// sourceOf compares the value with those that the environment and the default give.
func sourceOf(field reflect.StructField, variable string, value reflect.Value) Source {
	if given, set := os.LookupEnv(variable); set && same(value, given) {
		return FromEnvironment
	}

	if same(value, field.Tag.Get("default")) {
		return FromDefault
	}

	return FromFlag
}

// same reports whether a text, as it is written in the environment, gives a value. An empty text gives the zero value.
func same(value reflect.Value, text string) bool {
	switch v := value.Interface().(type) {
	case bool:
		given, err := strconv.ParseBool(text)

		return v == given && (err == nil || text == "")
	case time.Duration:
		given, err := time.ParseDuration(text)

		return v == given && (err == nil || text == "")
	case int, int64:
		given, err := strconv.ParseInt(text, 10, 64)

		return value.Int() == given && (err == nil || text == "")
	case []string:
		return slices.Equal(v, strings.FieldsFunc(text, func(r rune) bool { return r == ',' }))
	}

	return textOf(value) == text
}
