package batch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"loket/internal/platform/batch"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// split writes the numbers 0 to 15 while the database refuses every write with 5 or 6 with an error. It returns the numbers that
// were written, those that failed, and the number of tries.
func split(err error) (written, failed []int, tries int) {
	calls := make([]int, 16)
	for i := range calls {
		calls[i] = i
	}

	batch.Split(calls, func(calls []int) error {
		tries++

		if slices.Contains(calls, 5) || slices.Contains(calls, 6) {
			return fmt.Errorf("write: %w", err)
		}

		written = append(written, calls...)

		return nil
	}, func(calls []int, cause error) {
		if !errors.Is(cause, err) {
			panic(cause)
		}

		failed = append(failed, calls...)
	})

	return written, failed, tries
}

// A row that is refused, or is not as expected, fails alone. The calls beside it are written once.
func TestSplitIsolatesCalls(t *testing.T) {
	t.Parallel()

	for name, err := range map[string]error{
		"constraint": &pgconn.PgError{Code: "23505"}, "value": &pgconn.PgError{Code: "22003"}, "too large": &pgconn.PgError{Code: "54000"},
		"not as expected": db.ErrRefuted, "marked": errors.Join(batch.ErrOneCall, errors.New("no such wallet")),
	} {
		written, failed, tries := split(err)
		if !slices.Equal(failed, []int{5, 6}) || !slices.Equal(written, []int{0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15}) {
			t.Errorf("%s: written %d, failed %d", name, written, failed)
		}

		if tries > 15 {
			t.Errorf("%s: %d tries", name, tries)
		}
	}
}

// While the database is away, or nobody knows what was written, there is one try, whatever else the error says.
func TestSplitTriesOnceInAnOutage(t *testing.T) {
	t.Parallel()

	for name, err := range map[string]error{
		"away": fault.ErrUnavailable.New(), "unknown": fault.ErrOutcomeUnknown.New(), "time is over": context.DeadlineExceeded,
		"away after a refusal": fault.ErrUnavailable.Wrap(&pgconn.PgError{Code: "23505"}), "a fault of the program": errors.New("no such column"),
	} {
		written, failed, tries := split(err)
		if len(written) > 0 || len(failed) != 16 || tries != 1 {
			t.Errorf("%s: written %d, failed %d, %d tries", name, written, failed, tries)
		}
	}
}

// Calls of one part of the database are written together, each once. A panic reaches the caller when all parts are written.
func TestApartWritesEachPart(t *testing.T) {
	t.Parallel()

	var (
		mu    sync.Mutex
		parts [][]int
	)

	write := func(calls []int) {
		mu.Lock()
		defer mu.Unlock()

		parts = append(parts, calls)

		if calls[0] == 1 {
			panic("planted")
		}
	}
	caught := func() (p any) {
		defer func() { p = recover() }()

		batch.Apart([]int{0, 1, 2, 3, 4, 5, 6}, func(n int) int { return n % 3 }, write)

		return nil
	}()

	slices.SortFunc(parts, slices.Compare)

	if want := [][]int{{0, 3, 6}, {1, 4}, {2, 5}}; !slices.EqualFunc(parts, want, slices.Equal) {
		t.Errorf("written %v", parts)
	}

	if text, _ := caught.(string); !strings.Contains(text, "planted") {
		t.Errorf("the panic became %v", caught)
	}
}
