package logging_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"loket/internal/platform/logging"
)

// written counts the writes, which are system calls in production.
type written struct {
	bytes.Buffer

	writes int
}

func (w *written) Write(p []byte) (int, error) {
	w.writes++

	return w.Buffer.Write(p)
}

func (w *written) lines() int { return strings.Count(w.String(), "\n") }

// logTo runs test with a log in a bubble of synctest. Time stands still until test waits.
func logTo(t *testing.T, test func(t *testing.T, log *slog.Logger, flush func(), out *written)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()

		out := &written{}
		log, flush := logging.New(out, logging.Options{})

		test(t, log, flush, out)
		time.Sleep(time.Second) // lets the last window end
	})
}

func TestALoneLineIsWrittenAtOnce(t *testing.T) {
	t.Parallel()
	logTo(t, func(t *testing.T, log *slog.Logger, _ func(), out *written) {
		t.Helper()

		for i := range 3 {
			log.InfoContext(t.Context(), "lone")

			if out.lines() != i+1 {
				t.Fatalf("%d lines after %d", out.lines(), i+1)
			}

			time.Sleep(time.Second)
		}
	})
}

func TestManyLinesGoOutTogether(t *testing.T) {
	t.Parallel()
	logTo(t, func(t *testing.T, log *slog.Logger, _ func(), out *written) {
		t.Helper()

		const many = 1000
		for range many {
			log.InfoContext(t.Context(), "many")
		}

		time.Sleep(time.Second)

		if out.lines() != many || out.writes > 10 {
			t.Errorf("%d lines in %d writes", out.lines(), out.writes)
		}
	})
}

func TestWarningsAndTheEndLeaveNothingWaiting(t *testing.T) {
	t.Parallel()
	logTo(t, func(t *testing.T, log *slog.Logger, flush func(), out *written) {
		t.Helper()

		log.InfoContext(t.Context(), "first")
		log.InfoContext(t.Context(), "waits")
		log.With(slog.Int("of", 1)).WarnContext(t.Context(), "warns")

		if out.lines() != 3 {
			t.Fatalf("a warning waits: %s", out)
		}

		log.InfoContext(t.Context(), "waits again")
		flush()

		if out.lines() != 4 {
			t.Fatalf("the end leaves a line: %s", out)
		}
	})
}

func TestTimesAreInUTC(t *testing.T) {
	t.Parallel()

	out := &written{}
	log, flush := logging.New(out, logging.Options{})

	jakarta := time.FixedZone("WIB", 7*60*60)
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, jakarta)

	if err := log.Handler().Handle(t.Context(), slog.NewRecord(at, slog.LevelInfo, "now", 0)); err != nil {
		t.Fatal(err)
	}

	flush()

	var line struct {
		Time string `json:"time"`
	}

	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Time != "2026-11-21T03:00:00Z" {
		t.Errorf("%v: %s", err, out)
	}
}
