package required_test

import (
	"io"
	"strings"
	"testing"

	"loket/internal/platform/required"
)

type parts struct {
	Reader  io.Reader
	Pointer *int
	Func    func()
	Number  int
	Extra   *int `optional:"true"`
}

func whole() parts {
	return parts{Reader: strings.NewReader(""), Pointer: new(1), Func: func() {}}
}

func TestMissingFieldsAreNamed(t *testing.T) {
	t.Parallel()

	var none *strings.Reader

	for want, change := range map[string]func(p *parts){
		"":                                       func(*parts) {},
		"required_test.parts lacks Reader":       func(p *parts) { p.Reader = nil },
		"required_test.parts lacks Reader, Func": func(p *parts) { p.Reader, p.Func = none, nil }, // an interface that holds nil
		"required_test.parts lacks Pointer":      func(p *parts) { p.Pointer = nil },
	} {
		p := whole()
		change(&p)

		if got := refusal(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// refusal is what Fields panics with, or "".
func refusal(p parts) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text, _ = r.(string)
		}
	}()

	required.Fields(p)

	return ""
}
