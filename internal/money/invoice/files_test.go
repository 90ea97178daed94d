package invoice_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/invoice"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
)

// dying is a store whose process dies after it stored a file, while dies is set.
type dying struct {
	file.Store

	dies bool
	key  file.Key
}

func (s *dying) Create(ctx context.Context, key file.Key) (file.Writer, error) {
	w, err := s.Store.Create(ctx, key)
	if !s.dies {
		return w, err
	}

	s.key = key

	return dyingWriter{w}, err
}

type dyingWriter struct{ file.Writer }

var errDied = errors.New("the process died")

func (w dyingWriter) Commit() (file.Info, error) {
	_, err := w.Writer.Commit()

	panic(errors.Join(errDied, err))
}

// A file that a crash left without a row is swept after an hour, and no other.
func TestFileOfACrashIsSwept(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		store := &dying{}
		f := newFixtureWith(t, d, invoice.Options{}, func(d *invoice.Deps) {
			store.Store = d.Files
			d.Files = store
		})
		i, err := f.issue(t, draft(1, 1000))
		testkit.Must(t, err)

		kept, err := f.Confirm(t.Context(), proof(i.ID, []byte(document)))
		testkit.Must(t, err)

		store.dies = true

		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, errDied) {
					t.Error(err)
				}
			}()

			_, _ = f.Confirm(t.Context(), proof(i.ID, []byte(document)))
		}()

		store.dies = false

		for _, left := range []bool{true, false} {
			testkit.Must(t, f.Sweep(t.Context()))

			if has, err := f.files.Has(t.Context(), store.key, int64(len(document))); err != nil || has != left {
				t.Errorf("the file is there: %v, %v", has, err)
			}

			f.clock.Advance(2 * time.Hour)
		}

		testkit.Must(t, f.Sweep(t.Context()))

		if has, err := f.files.Has(t.Context(), kept.Proof.Key, int64(len(document))); err != nil || !has {
			t.Errorf("the proof is there: %v, %v", has, err)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM invoice_uploads"); n != 0 {
			t.Errorf("%d uploads go on", n)
		}
	})
}
