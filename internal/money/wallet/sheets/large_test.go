package sheets_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

const manyRows = 10_000

// largeHistory loads a wallet of one client with many rows of today.
func largeHistory(t *testing.T, d *db.DB) {
	t.Helper()
	testkit.InsertClient(t, d, 1)
	testkit.Exec(t, d, "INSERT INTO wallets (id, client_id, type, balance, seq, changed_at, created_at) VALUES (1, 1, 'level_1', $1, $1, $2, 1)",
		manyRows, clock.Micros(now))

	first := clock.Micros(now.Add(-time.Hour))

	_, err := d.Copy(t.Context(), "wallet_history", []string{
		"wallet_id", "seq", "client_id", "action", "amount", "balance_before", "balance_after", "contra", "posting_key", "reference", "created_at",
	}, func(yield func([]any) bool) {
		for n := int64(1); n <= manyRows; n++ {
			key := "a reference of some length " + time.Duration(n).String()
			if !yield([]any{int64(1), n, int64(1), "topup", int64(1), n - 1, n, "adjustments", key, key, first + n}) {
				return
			}
		}
	})
	testkit.Must(t, err)
}

func wholeDay(t *testing.T, d *db.DB) *wallet.HistoryChoice {
	t.Helper()

	s := parts.New(t, d, clock.NewManual(now)).Wallets()

	choice, err := s.ExportHistory(t.Context(), 1, testkit.Jakarta(t), wallet.HistoryFilter{Period: today(t, 0, 1439)})
	testkit.Must(t, err)

	return choice
}

// reader is who reads a file. It looks at each part that it gets, with the number of bytes so far.
type reader struct {
	bytes int
	look  func(bytes int) error
}

func (r *reader) Write(part []byte) (int, error) {
	r.bytes += len(part)

	return len(part), r.look(r.bytes)
}

// A file of any size needs the same memory: what is alive at any part of it is far less than the file.
func TestLargeExportInFlatMemory(t *testing.T) { //nolint:paralleltest // other tests would be counted
	for name, engine := range testkit.Engines() { //nolint:paralleltest // as above
		t.Run(name, func(t *testing.T) { flatExport(t, testkit.Open(t, engine)) })
	}
}

func flatExport(t *testing.T, d *db.DB) {
	t.Helper()
	largeHistory(t, d)

	const most = 1 << 18

	before, peak, looked := alive(), uint64(0), 0
	out := &reader{look: func(bytes int) error {
		if bytes/most > looked { // at each further part
			looked = bytes / most
			peak = max(peak, alive())
		}

		return nil
	}}

	rows, err := sheets.Export(t.Context(), out, wholeDay(t, d), sheet.FormatCSV, testkit.Jakarta(t), language.English)
	testkit.Must(t, err)

	if rows != manyRows || looked < 3 {
		t.Fatalf("%d rows in %d parts", rows, looked)
	}

	if peak > before+most {
		t.Errorf("%d bytes more are alive while %d bytes are written", peak-before, out.bytes)
	}
}

func alive() uint64 {
	var m runtime.MemStats

	runtime.GC()
	runtime.ReadMemStats(&m)

	return m.HeapAlloc
}

// A reader who leaves, or whose connection breaks, ends the work early.
func TestLeftExportEndsEarly(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		largeHistory(t, d)

		broken := errors.New("the connection is closed")

		for name, c := range map[string]struct {
			look func(leave func()) func(bytes int) error
			want error
		}{
			"cancels": {func(leave func()) func(int) error {
				return func(int) error {
					leave()

					return nil
				}
			}, context.Canceled},
			"breaks": {func(func()) func(int) error { return func(int) error { return broken } }, broken},
		} {
			ctx, leave := context.WithCancel(t.Context())
			rows, err := sheets.Export(ctx, &reader{look: c.look(leave)}, wholeDay(t, d), sheet.FormatCSV, testkit.Jakarta(t), language.English)

			leave()

			if !errors.Is(err, c.want) || rows > manyRows/4 {
				t.Errorf("%s: %d rows, %v", name, rows, err)
			}
		}
	})
}
