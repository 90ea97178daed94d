package sandbox

import "strings"

// Table is the table of rules of the documentation, as Markdown.
func Table() string {
	var out strings.Builder

	out.WriteString("| last four digits | what becomes of the order |\n| --- | --- |\n")

	for _, r := range Rules() {
		out.WriteString("| `" + r.Numbers() + "` | " + r.Does + " |\n")
	}

	out.WriteString("| all others | success at once |\n")

	return out.String()
}
