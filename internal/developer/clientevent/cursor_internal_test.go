package clientevent

import (
	"crypto/aes"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// FuzzCursor: a text is the cursor of a place, and then the only one of it, or it is refused.
func FuzzCursor(f *testing.F) {
	block, err := aes.NewCipher([]byte(strings.Repeat("k", 32)))
	testkit.Must(f, err)

	s := &Service{cursor: block}

	for _, p := range []event.Place{{}, {Position: 1}, {Position: 1<<48 - 1, At: clock.FromMicros(1<<56 - 1)}, {Position: 7, At: clock.FromMicros(1_795_000_000_000_001)}} {
		text := s.format(p)
		f.Add(text, p.Position, clock.Micros(p.At))

		for _, other := range []string{text + "A", text[1:], text[:21] + "=", strings.ToUpper(text), strings.Repeat("A", 22), " " + text[1:], "é" + text[2:]} {
			f.Add(other, p.Position, int64(0))
		}
	}

	f.Fuzz(func(t *testing.T, text string, position, micros int64) {
		p, err := s.parse("after", text)

		switch {
		case err != nil && !fault.ErrValidation.Is(err):
			t.Errorf("%q is refused with %v", text, err)
		case err == nil && text != "" && s.format(p) != text:
			t.Errorf("%q and %q are both the cursor of %+v", text, s.format(p), p)
		}

		want := event.Place{Position: position & (1<<48 - 1)}
		if at := micros & (1<<56 - 1); at != 0 {
			want.At = clock.FromMicros(at)
		}

		if got, err := s.parse("after", s.format(want)); err != nil || got.Position != want.Position || !got.At.Equal(want.At) {
			t.Errorf("the cursor of %+v leads to %+v, %v", want, got, err)
		}
	})
}
