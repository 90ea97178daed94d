package safetext_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"loket/internal/platform/safetext"
)

func TestTextsOfStrangers(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{"Andi": "Andi", "a\x00b": "a?b", "a\xff\xfeb": "a?b", "é": "é"} {
		if got := safetext.MakeStorable(text); got != want {
			t.Errorf("MakeStorable(%q): got %q, want %q", text, got, want)
		}

		if got := safetext.Storable(text); got != (text == want) {
			t.Errorf("Storable(%q): got %v", text, got)
		}
	}

	if got := safetext.WithoutControls("a\x00\nb\u0085\xffc\uFFFD"); got != "abc" {
		t.Errorf("WithoutControls: got %q", got)
	}
}

func FuzzClip(f *testing.F) {
	f.Add("añb\u65e5\u672c", 3)
	f.Add("\xff\xfe\x80", 2)
	f.Add("", 0)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(0, limit)
		byBytes, byRunes := safetext.ClipBytes(text, limit), safetext.ClipRunes(text, limit)

		if !strings.HasPrefix(text, byBytes) || !strings.HasPrefix(text, byRunes) {
			t.Fatalf("%q became %q and %q", text, byBytes, byRunes)
		}

		if len(byBytes) > limit || utf8.RuneCountInString(byRunes) != min(limit, utf8.RuneCountInString(text)) {
			t.Fatalf("%q cut to %d: %q and %q", text, limit, byBytes, byRunes)
		}

		if utf8.ValidString(text) && (!utf8.ValidString(byBytes) || limit < len(text) && limit-len(byBytes) >= utf8.UTFMax) {
			t.Fatalf("%q cut to %d bytes: %q", text, limit, byBytes)
		}
	})
}
