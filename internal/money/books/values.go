package books

import (
	"fmt"
	"regexp"
	"slices"

	"loket/internal/platform/clientid"
)

// values are the values that checks name in braces. Statuses are those of orders, as they are stored.
var values = map[string]any{
	"failed":  int64(3),
	"success": int64(4),
	"pending": int64(5),
	"unread":  maxUnread.Microseconds(),
	"sandbox": int64(clientid.FirstSandbox),
}

var valueName = regexp.MustCompile(`\{[a-z]+\}`)

// bind makes a parameter of each value that a query names. An unknown name stays as it is and fails the query.
func bind(query string) (text string, args []any) {
	var names []string

	text = valueName.ReplaceAllStringFunc(query, func(name string) string {
		value, known := values[name[1:len(name)-1]]
		if !known {
			return name
		}

		at := slices.Index(names, name)
		if at < 0 {
			at, names, args = len(names), append(names, name), append(args, value)
		}

		return fmt.Sprintf("$%d", at+1)
	})

	return text, args
}
