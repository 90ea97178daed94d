// Package changes lists the changes of the client API that programs of clients may care about.
package changes

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/language"
)

//go:embed changes.json
var file []byte

// Kind says what a change means to a program that is written already.
type Kind string

// The kinds. Added and Fixed break no program that keeps to the rules of docs/site/versions.md.
const (
	Added      Kind = "added"
	Fixed      Kind = "fixed"
	Deprecated Kind = "deprecated"
)

// Change is one entry of the list.
type Change struct {
	Date string `json:"date"` // 2026-11-26
	Kind Kind   `json:"kind"`
	// Text is by language.
	Text map[language.Language]string `json:"text"`
}

// List returns the changes, the newest first.
func List() ([]Change, error) {
	var out []Change

	if err := json.Unmarshal(file, &out); err != nil {
		return nil, fmt.Errorf("read the list of changes: %w", err)
	}

	for i, c := range out {
		switch {
		case c.Kind != Added && c.Kind != Fixed && c.Kind != Deprecated:
			return nil, fmt.Errorf("change %d: %q is no kind", i, c.Kind)
		case c.Text[language.English] == "" || c.Text[language.Indonesian] == "":
			return nil, fmt.Errorf("change %d of %s: a text is missing", i, c.Date)
		case i > 0 && c.Date > out[i-1].Date:
			return nil, fmt.Errorf("change %d of %s stands below an older one", i, c.Date)
		}

		if _, err := time.Parse(time.DateOnly, c.Date); err != nil {
			return nil, fmt.Errorf("change %d: %w", i, err)
		}
	}

	return out, nil
}
