package db

import (
	"database/sql"
	"time"
)

// NullText stores an empty text as NULL.
func NullText(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// NullMicros stores a time as microseconds since 1970, and the zero time as NULL.
func NullMicros(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}

	return sql.NullInt64{Int64: t.UnixMicro(), Valid: true}
}

// NullInt stores a number, such as an id, and zero as NULL.
func NullInt[T ~int64](n T) sql.NullInt64 { return sql.NullInt64{Int64: int64(n), Valid: n != 0} }

// NullPtr stores a number that may be missing; zero is a number.
func NullPtr[T ~int64](n *T) sql.NullInt64 {
	if n == nil {
		return sql.NullInt64{}
	}

	return sql.NullInt64{Int64: int64(*n), Valid: true}
}
