package db

import "fmt"

// Text is a text column of a row that is read many times. It reuses its memory for the next row, so that
// reading allocates nothing, however many rows there are.
type Text []byte

// ScanBytes takes a text from PostgreSQL's driver, which reuses its bytes.
func (t *Text) ScanBytes(text []byte) error {
	*t = append((*t)[:0], text...)

	return nil
}

// Scan takes a text from SQLite's driver.
func (t *Text) Scan(value any) error {
	switch text := value.(type) {
	case string:
		*t = append((*t)[:0], text...)
	case []byte:
		*t = append((*t)[:0], text...)
	default:
		return fmt.Errorf("%T is no text", value)
	}

	return nil
}
