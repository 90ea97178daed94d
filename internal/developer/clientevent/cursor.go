package clientevent

import (
	"encoding/base64"
	"encoding/binary"

	"loket/internal/platform/clock"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// A cursor is a place in the record as one block of AES: 6 bytes of the position, 7 of the time, 3 that are zero. So a client can't read how
// many events all clients have, and what it makes up is refused.
const (
	cursorBlock  = 16
	cursorLength = 22 // in base64
	positionEnd  = 6  // bytes
	timeEnd      = 13
	word         = 8
)

// format makes the cursor of a place.
func (s *Service) format(p event.Place) string {
	var plain, coded [cursorBlock]byte

	put(plain[:positionEnd], p.Position)

	if !p.At.IsZero() {
		put(plain[positionEnd:timeEnd], clock.Micros(p.At))
	}

	s.cursor.Encrypt(coded[:], plain[:])

	return base64.RawURLEncoding.EncodeToString(coded[:])
}

// parse reads the cursor of a field; the empty one is before the oldest event.
func (s *Service) parse(field, cursor string) (event.Place, error) {
	if cursor == "" {
		return event.Place{}, nil
	}

	coded, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(cursor) != cursorLength || len(coded) != cursorBlock {
		return event.Place{}, fault.InvalidField(field, msgCursor)
	}

	var plain [cursorBlock]byte

	s.cursor.Decrypt(plain[:], coded)

	if get(plain[timeEnd:]) != 0 {
		return event.Place{}, fault.InvalidField(field, msgCursor)
	}

	p := event.Place{Position: get(plain[:positionEnd])}
	if at := get(plain[positionEnd:timeEnd]); at != 0 {
		p.At = clock.FromMicros(at)
	}

	return p, nil
}

// put writes a number into the bytes, the highest first.
func put(into []byte, n int64) {
	var all [word]byte

	binary.BigEndian.PutUint64(all[:], uint64(n)) //nolint:gosec // positions and times since 1970 are positive
	copy(into, all[word-len(into):])
}

// get reads what put wrote.
func get(from []byte) int64 {
	var all [word]byte

	copy(all[word-len(from):], from)

	return int64(binary.BigEndian.Uint64(all[:])) //nolint:gosec // at most 7 bytes
}
