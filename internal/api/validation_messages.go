package api

import (
	"fmt"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"loket/internal/platform/language"
)

// setValidationCodes lets huma's checks return our codes in place of English sentences. For a check that is not named here, a
// field "is not valid".
func setValidationCodes() {
	huma.ErrorFormatter = withParams //nolint:reassign // a seam of huma's

	for theirs, ours := range map[*string]language.Message{
		&validation.MsgUnexpectedProperty:             msgUnknownField,
		&validation.MsgExpectedRFC3339DateTime:        msgTime,
		&validation.MsgExpectedRFC3339Date:            msgDate,
		&validation.MsgExpectedBoolean:                msgBoolean,
		&validation.MsgExpectedNumber:                 msgNumber,
		&validation.MsgExpectedInteger:                msgWholeNumber,
		&validation.MsgExpectedString:                 msgText,
		&validation.MsgExpectedArray:                  msgList,
		&validation.MsgExpectedObject:                 msgObject,
		&validation.MsgExpectedArrayItemsUnique:       msgUnique,
		&validation.MsgExpectedOneOf:                  msgOneOf,
		&validation.MsgExpectedConst:                  msgConstant,
		&validation.MsgExpectedMinimumNumber:          msgMinimum,
		&validation.MsgExpectedExclusiveMinimumNumber: msgAbove,
		&validation.MsgExpectedMaximumNumber:          msgMaximum,
		&validation.MsgExpectedExclusiveMaximumNumber: msgBelow,
		&validation.MsgExpectedNumberBeMultipleOf:     msgMultipleOf,
		&validation.MsgExpectedMinLength:              msgMinLength,
		&validation.MsgExpectedMaxLength:              msgMaxLength,
		&validation.MsgExpectedMatchPattern:           msgPattern,
		&validation.MsgExpectedMinItems:               msgMinItems,
		&validation.MsgExpectedMaxItems:               msgMaxItems,
		&validation.MsgExpectedMinProperties:          msgMinFields,
		&validation.MsgExpectedMaxProperties:          msgMaxFields,
		&validation.MsgExpectedRequiredProperty:       msgRequired,
	} {
		*theirs = inputError("", ours).Error()
	}
}

// withParams adds the parameters of a check to its fault. Numbers are written
// as JSON writes them: huma keeps bounds as floats, whose short form of a large
// one is 9.007199254740991e+15.
func withParams(format string, args ...any) string {
	list, ok := readInputErrors(format)
	if !ok {
		return fmt.Sprintf(format, args...)
	}

	for _, arg := range args {
		text := fmt.Sprint(arg)
		if f, ok := arg.(float64); ok {
			text = strconv.FormatFloat(f, 'f', -1, 64)
		}

		list[0].Params = append(list[0].Params, text)
	}

	return list.Error()
}
