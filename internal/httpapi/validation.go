package httpapi

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// setValidationWords gives huma's checks our words: what is said of a field goes
// on from its name, as "amount must be at most 9007199254740991" does.
func setValidationWords() {
	huma.ErrorFormatter = formatPlain //nolint:reassign // a seam of huma's

	validation.MsgUnexpectedProperty = "is not a known field"
	validation.MsgExpectedRFC3339DateTime = "must be a time such as 2026-11-21T14:30:00+07:00"
	validation.MsgExpectedRFC3339Date = "must be a date such as 2026-11-21"
	validation.MsgExpectedBoolean = "must be true or false"
	validation.MsgExpectedNumber = "must be a number"
	validation.MsgExpectedInteger = "must be a whole number"
	validation.MsgExpectedString = "must be a text"
	validation.MsgExpectedArray = "must be a list"
	validation.MsgExpectedObject = "must be an object"
	validation.MsgExpectedArrayItemsUnique = "must not hold the same twice"
	validation.MsgExpectedOneOf = "must be one of %s"
	validation.MsgExpectedConst = "must be %v"
	validation.MsgExpectedMinimumNumber = "must be at least %v"
	validation.MsgExpectedExclusiveMinimumNumber = "must be more than %v"
	validation.MsgExpectedMaximumNumber = "must be at most %v"
	validation.MsgExpectedExclusiveMaximumNumber = "must be less than %v"
	validation.MsgExpectedNumberBeMultipleOf = "must be a multiple of %v"
	validation.MsgExpectedMinLength = "must have %d or more characters"
	validation.MsgExpectedMaxLength = "must have at most %d characters"
	validation.MsgExpectedBePattern = "must be %s"
	validation.MsgExpectedMatchPattern = "must match the pattern %s"
	validation.MsgExpectedMinItems = "must have %d or more items"
	validation.MsgExpectedMaxItems = "must have at most %d items"
	validation.MsgExpectedMinProperties = "must have %d or more fields"
	validation.MsgExpectedMaxProperties = "must have at most %d fields"
	validation.MsgExpectedRequiredProperty = missingPrefix + "%s"
}

// formatPlain writes numbers as people and programs write them: huma keeps
// bounds as floats, whose short form of a large one is 9.007199254740991e+15.
func formatPlain(format string, args ...any) string {
	plain := make([]any, len(args))

	for i, arg := range args {
		plain[i] = arg

		if f, ok := arg.(float64); ok {
			plain[i] = strconv.FormatFloat(f, 'f', -1, 64)
		}
	}

	return fmt.Sprintf(format, plain...)
}

// parameterWords are what huma writes into its own code of parameters that it
// can't read, by how that begins.
var parameterWords = []struct{ theirs, ours string }{
	{"invalid integer", "must be a whole number"},
	{"invalid float", "must be a number"},
	{"invalid boolean", "must be true or false"},
	{"invalid date/time", "must be a date or time"},
	{"invalid value", "is not valid"},
	{"expected at most one value", "must not be given twice"},
	{"unknown query parameter", "is not a known parameter"},
	{"required query parameter", "is required"},
	{"required path parameter", "is required"},
	{"required header parameter", "is required"},
}

func inOurWords(message string) string {
	for _, w := range parameterWords {
		if strings.HasPrefix(message, w.theirs) {
			return w.ours
		}
	}

	return message
}
