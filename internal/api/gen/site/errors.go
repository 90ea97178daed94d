package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"loket/internal/api"
	"loket/internal/platform/fault"
)

// ErrorsOf are those errors that the document's operations can answer, in the order in which they are given.
func ErrorsOf(text []byte, all []fault.Definition) ([]ErrorDoc, error) {
	var doc document

	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}

	codes := doc.Components.Schemas["ErrorCode"]
	if codes == nil {
		return nil, errors.New("the document has no list of codes")
	}

	var out []ErrorDoc

	for _, d := range all {
		if slices.Contains(codes.Enum, any(d.Code)) {
			out = append(out, ErrorDoc{d.Code, api.Status(d), d.Cause, d.Mend})
		}
	}

	return out, nil
}
