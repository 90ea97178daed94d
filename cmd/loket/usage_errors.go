package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// usageErrors collects the settings whose text can't be parsed. kong itself stops at
// the first; here the command reports all errors at once. A setting with an error
// keeps its default until then.
type usageErrors struct{ found []error }

func (e *usageErrors) err() error { return errors.Join(e.found...) }

func (e *usageErrors) options() []kong.Option {
	whole := e.read("a whole number", func(text string, target reflect.Value) error {
		n, err := strconv.ParseInt(text, 0, target.Type().Bits())
		target.SetInt(n)

		return err
	})

	return []kong.Option{
		kong.KindMapper(reflect.Int, whole),
		kong.KindMapper(reflect.Int64, whole),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), e.read("a length of time such as 30m", func(text string, target reflect.Value) error {
			d, err := time.ParseDuration(text)
			target.SetInt(int64(d))

			return err
		})),
		kong.KindMapper(reflect.Bool, yesNo{e}),
		kong.KindMapper(reflect.String, kong.MapperFunc(e.word)),
	}
}

// read makes a mapper that takes one text and notes what can't be set from it.
func (e *usageErrors) read(kind string, set func(text string, target reflect.Value) error) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto(kind, &text); err != nil {
			return err
		}

		if set(text, target) == nil {
			return nil
		}

		if ctx.Value.Flag == nil { // an argument, which has no default
			return fmt.Errorf("%q is not %s", text, kind)
		}

		e.note(ctx, text, kind)

		if ctx.Value.Default == "" || set(ctx.Value.Default, target) != nil {
			target.SetZero()
		}

		return nil
	}
}

// word takes any text, and of a flag that knows its words one of those.
func (e *usageErrors) word(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("a text", &text); err != nil {
		return err
	}

	// Without a default there is nothing to go on with: kong itself refuses.
	if v := ctx.Value; v.Flag != nil && v.Enum != "" && v.HasDefault && !slices.Contains(v.EnumSlice(), text) {
		e.note(ctx, text, "one of "+strings.Join(v.EnumSlice(), ", "))
		text = v.Default
	}

	target.SetString(text)

	return nil
}

func (e *usageErrors) note(ctx *kong.DecodeContext, text, kind string) {
	e.found = append(e.found, fmt.Errorf("%s: %q is not %s", ctx.Value.Name, text, kind))
}

// yesNo reads flags that stand alone, and the same from the environment.
type yesNo struct{ *usageErrors }

// IsBool tells kong that such a flag needs no value.
func (yesNo) IsBool() bool { return true }

// Decode implements kong.Mapper.
func (y yesNo) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		target.SetBool(true)

		return nil
	}

	text := fmt.Sprint(ctx.Scan.Pop().Value)

	switch strings.ToLower(text) {
	case "true", "1", "yes":
		target.SetBool(true)
	case "false", "0", "no":
		target.SetBool(false)
	default:
		y.note(ctx, text, "true or false")
	}

	return nil
}

// settingNames are the variables that some flag of some command reads.
func settingNames(node *kong.Node) []string {
	names := []string{}

	for _, flag := range node.Flags {
		names = append(names, flag.Envs...)
	}

	for _, child := range node.Children {
		names = append(names, settingNames(child)...)
	}

	slices.Sort(names)

	return slices.Compact(names)
}
