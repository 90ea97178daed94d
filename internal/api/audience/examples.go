package audience

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// Examples of answers are those of the demo, recorded by a test: examples/<operation>.json holds them by status.
//
//go:embed all:examples
var recorded embed.FS

// addExamples gives the responses of success the answers that were recorded.
func addExamples(doc tree) error {
	var problem error

	operations(doc, func(op tree) {
		text, err := recorded.ReadFile(fmt.Sprintf("examples/%v.json", op["operationId"]))
		if errors.Is(err, fs.ErrNotExist) {
			return
		}

		var answers map[string]any
		if err == nil {
			err = json.Unmarshal(text, &answers)
		}

		problem = errors.Join(problem, err)

		for status, answer := range answers {
			response := object(op, "responses", status)
			if content, ok := response["content"].(tree); ok {
				object(content, "application/json")["example"] = answer
			}
		}
	})

	return problem
}
