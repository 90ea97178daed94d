package calls

import (
	"net/http"
	"testing"

	"loket/internal/platform/fault"
)

// Visitors are counted, programs are not.
func TestProgramsAreNotCounted(t *testing.T) {
	t.Parallel()

	for agent, want := range map[string]bool{
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36": false,
		"Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12":                                    false,
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":             true,
		"Mozilla/5.0 HeadlessChrome/126.0":                                                     true,
		"curl/8.5.0":                                                                           true,
		"":                                                                                     true,
	} {
		if got := isBot(agent); got != want {
			t.Errorf("%q: bot %v, want %v", agent, got, want)
		}
	}

	for name, want := range map[string]bool{"DNT": true, "Sec-GPC": true, "Accept": false} {
		header := http.Header{}
		header.Set(name, "1")

		if got := wantsNoCount(header); got != want {
			t.Errorf("%s: 1 asks not to be counted: %v, want %v", name, got, want)
		}
	}
}

// A shop takes its part of the places of a node and leaves the others to other shops.
func TestShopsHaveShares(t *testing.T) {
	t.Parallel()

	g := newGate()

	var deeper func(code string, depth int) error // holds a place for each depth

	deeper = func(code string, depth int) error {
		_, err := withPlace(g, code, func() (*struct{}, error) {
			if depth == 0 {
				return nil, nil //nolint:nilnil // the result doesn't matter
			}

			return nil, deeper(code, depth-1)
		})

		return err
	}

	if err := deeper("one", shopPlaces-1); err != nil {
		t.Errorf("a shop's own places: %v", err)
	}

	if err := deeper("one", shopPlaces); !fault.ErrBusy.Is(err) {
		t.Errorf("a place more: %v", err)
	}

	_, err := withPlace(g, "one", func() (*struct{}, error) { return nil, deeper("other", shopPlaces-1) })
	if err != nil {
		t.Errorf("another shop's places: %v", err)
	}
}
