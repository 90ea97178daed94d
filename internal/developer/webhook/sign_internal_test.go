package webhook

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"loket/internal/dev/testkit"
	"loket/internal/platform/secret"
)

// The signature of a known secret, id, moment and body, made by hand from the specification. The published library for Node is asked about the same
// file (web/shared/webhook-signature.test.ts).
func TestSignatureOfAKnownRequest(t *testing.T) {
	t.Parallel()

	var known struct {
		Secret    secret.Text `json:"secret"`
		ID        string      `json:"id"`
		Timestamp int64       `json:"timestamp"`
		Body      string      `json:"body"`
		Signature string      `json:"signature"`
	}

	text, err := os.ReadFile("testdata/signature.json")
	testkit.Must(t, err)
	testkit.Must(t, json.Unmarshal(text, &known))

	got, err := Sign([]secret.Text{known.Secret}, known.ID, time.Unix(known.Timestamp, 0), []byte(known.Body))
	testkit.Must(t, err)

	if got != known.Signature {
		t.Errorf("got %s, want %s", got, known.Signature)
	}
}

// The published library accepts what we sign with each of two secrets, over these bytes alone, and refuses other secrets.
func TestPublishedLibraryAcceptsSignatures(t *testing.T) {
	t.Parallel()

	now := time.Now()
	first, second := secretOf("k", 1001, 7, "a"), secretOf("k", 1001, 7, "b")
	body := []byte(`{"type":"order.failed","timestamp":"2026-11-26T00:00:00Z","data":{"price":10250,"reason":"<Ü>"}}`)

	signature, err := Sign([]secret.Text{first, second}, "evt_1", now, body)
	testkit.Must(t, err)

	headers := http.Header{}
	headers.Set(headerID, "evt_1")
	headers.Set(headerTimestamp, strconv.FormatInt(now.Unix(), 10))
	headers.Set(headerSignature, signature)

	var value any

	testkit.Must(t, json.Unmarshal(body, &value))

	encoded, err := json.Marshal(value) // the same value in other bytes
	testkit.Must(t, err)

	for _, test := range []struct {
		key  secret.Text
		body []byte
		ok   bool
	}{
		{first, body, true},
		{second, body, true},
		{first, encoded, false},
		{secretOf("k", 1002, 7, "a"), body, false},
		{secretOf("k", 1001, 8, "a"), body, false},
		{secretOf("other", 1001, 7, "a"), body, false},
	} {
		receiver, err := standardwebhooks.NewWebhook(test.key.Reveal())
		testkit.Must(t, err)

		if err := receiver.Verify(test.body, headers); (err == nil) != test.ok {
			t.Errorf("verify %s: %v, want it accepted: %t", test.body, err, test.ok)
		}
	}
}

// Ten tries in about 75 hours, each pause within a tenth of the published one; a receiver may ask for more time and never for less.
func TestPausesBetweenTries(t *testing.T) {
	t.Parallel()

	var sum time.Duration

	for tries := 1; tries < MaxTries; tries++ {
		for range 100 {
			wait, ok := pauseAfter(tries, 0)
			if low, high := pauses[tries-1]*9/10, pauses[tries-1]*11/10; !ok || wait < low || wait > high {
				t.Fatalf("after try %d: %s", tries, wait)
			}
		}

		sum += pauses[tries-1]

		if wait, _ := pauseAfter(tries, 25*time.Hour); wait < 24*time.Hour {
			t.Errorf("after try %d, asked for a day: %s", tries, wait)
		}
	}

	if sum < 75*time.Hour || sum > 77*time.Hour {
		t.Errorf("all tries take %s", sum)
	}

	if _, ok := pauseAfter(MaxTries, 0); ok {
		t.Error("there is an eleventh try")
	}
}
