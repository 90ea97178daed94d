package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"loket/internal/platform/fault"
	"loket/internal/platform/mail"
)

// InIndonesian gives a sentence of ours in Indonesian, if there is one. What
// stands in it by value (a bound, an amount) stays as it is.
func InIndonesian(message string) (string, bool) {
	if text, known := indonesian[message]; known {
		return text, true
	}

	for _, f := range indonesianFormats() {
		if values := f.english.FindStringSubmatch(message); values != nil {
			given := make([]any, len(values)-1)
			for i, value := range values[1:] {
				given[i] = value
			}

			return fmt.Sprintf(f.indonesian, given...), true
		}
	}

	return "", false
}

type indonesianFormat struct {
	english    *regexp.Regexp
	indonesian string
}

// indonesianFormats has the texts with values, the longest first: "must be %s"
// would also take what "must be at most %v" says. They are compiled when the
// first reader of Indonesian needs them.
var indonesianFormats = sync.OnceValue(func() []indonesianFormat {
	verbs := strings.NewReplacer("%d", "(.+)", "%s", "(.+)", "%v", "(.+)")

	var formats []indonesianFormat

	for _, english := range slices.SortedFunc(maps.Keys(indonesian), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	}) {
		if pattern := verbs.Replace(regexp.QuoteMeta(english)); pattern != regexp.QuoteMeta(english) {
			formats = append(formats, indonesianFormat{regexp.MustCompile("^" + pattern + "$"), indonesian[english]})
		}
	}

	return formats
})

// Say puts a sentence of ours into the language of the request's caller.
func Say(ctx context.Context, sentence string) string {
	return inLanguage(infoOf(ctx).language, sentence)
}

func inLanguage(l mail.Language, sentence string) string {
	if l != mail.Indonesian {
		return sentence
	}

	if text, known := InIndonesian(sentence); known {
		return text
	}

	return sentence
}

// speak puts an error into the language of its reader. It changes the error,
// which is no one else's, and copies the fields, which may be.
func (e *Error) speak(l mail.Language) {
	e.Message = inLanguage(l, e.Message)
	e.Fields = slices.Clone(e.Fields)

	for i, f := range e.Fields {
		e.Fields[i] = fault.Field{Field: f.Field, Message: inLanguage(l, f.Message)}
	}
}
