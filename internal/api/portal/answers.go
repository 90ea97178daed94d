// Package portal holds what the rooms of the dashboard's calls share: their callers, parameters and answers. The calls themselves, which
// carry a session token, are in the packages below it.
package portal

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Body is an answer with a body and no special headers.
type Body[T any] struct {
	Body T
}

// Answer is the answer with a body.
func Answer[T any](v T) *Body[T] { return &Body[T]{Body: v} }

// AnswerOr is the answer with a body, or the error that came instead of it.
func AnswerOr[T any](v T, err error) (*Body[T], error) {
	if err != nil {
		return nil, err
	}

	return Answer(v), nil
}

// Empty is the body {} of a call without a result.
type Empty struct{}

// NoInput is the input of a call without parameters and body.
type NoInput struct{}

// OrNil is nil for a zero value.
func OrNil[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}

	return &v
}

// ShownSerial is a serial number as the caller reads it. It may be worth money, so staff who look read its end alone.
func ShownSerial(ctx context.Context, serial string) string {
	if Caller(ctx).Looks() {
		return MaskedSerial(serial)
	}

	return serial
}

// MaskedSerial is a serial number by its last four characters.
func MaskedSerial(serial string) string {
	const shown = 4

	if len(serial) <= shown {
		return serial
	}

	return strings.Repeat("•", shown) + serial[len(serial)-shown:]
}

// EmptyAnswer is the answer of a call that only does something.
func EmptyAnswer(err error) (*Body[Empty], error) {
	if err != nil {
		return nil, err
	}

	return Answer(Empty{}), nil
}

// StreamedFile is a file that is written while its reader reads it. A connection that closes before its end means that it is not whole.
type StreamedFile struct {
	ContentType  string `header:"Content-Type"`
	Rows         string `header:"Loket-Rows" doc:"Number of rows in the file"`
	CacheControl string `header:"Cache-Control"`
	Body         func(huma.Context)
}

// File is a file that is made in memory: making it takes processor time alone, which calls of everybody share.
type File struct {
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	Rows         string `header:"Loket-Rows" doc:"Number of rows in the file"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

// CreatedAnswer is an answer with 201, or 200 for what existed.
type CreatedAnswer[T any] struct {
	Status int
	Body   T
}
