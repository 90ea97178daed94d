package invoice

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/picture"
	"loket/internal/platform/scan"
)

// fileKind is the folder of the files about invoices.
const fileKind file.Kind = "invoices"

// MaxFile is the size of a file about an invoice.
const MaxFile = 10 << 20

const (
	megabyte = 1 << 20
	million  = 1_000_000
	// maxFiles bounds the files of one invoice, so that uploads can't fill the store.
	maxFiles = 30
)

// upload is a file that passed the checks.
type upload struct {
	content   []byte
	extension string
}

const pdf = "pdf"

// accept checks an uploaded file by its content and makes it harmless: a picture is decoded and written again, a PDF is kept
// as it is and only ever downloaded; one that would run something is refused. Errors: fault.ErrValidation for the field, ErrScanner.
func (s *Service) accept(ctx context.Context, clientID int64, field string, content []byte) (upload, error) {
	switch {
	case len(content) == 0:
		return upload{}, fault.InvalidField(field, msgProofMissing)
	case len(content) > MaxFile:
		return upload{}, fault.InvalidField(field, msgProofLarge.With(MaxFile/megabyte))
	}

	if err := s.scan(ctx, field, content); err != nil {
		return upload{}, err
	}

	if bytes.HasPrefix(content, []byte("%PDF-")) {
		if !endsAsPDF(content) {
			return upload{}, fault.InvalidField(field, msgProofBroken)
		}

		switch kindOfPDF(content) {
		case activePDF:
			return upload{}, fault.InvalidField(field, msgProofActive)
		case hiddenPDF:
			return upload{}, fault.InvalidField(field, msgProofHidden)
		case plainPDF:
		}

		return upload{content, pdf}, nil
	}

	leave, err := s.pictures.Enter(ctx, clientID, content)
	if err != nil {
		return upload{}, err
	}
	defer leave()

	clean, format, err := picture.Clean(ctx, content)

	if large, ok := errors.AsType[picture.PixelsError](err); ok {
		return upload{}, fault.InvalidField(field, msgProofPixels.With(large.Most/million))
	}

	switch {
	case errors.Is(err, picture.ErrFormat):
		return upload{}, fault.InvalidField(field, msgProofKind)
	case errors.Is(err, picture.ErrBroken):
		return upload{}, fault.InvalidField(field, msgProofBroken)
	}

	return upload{clean, string(format)}, err
}

// endsAsPDF looks for the mark of the end, which a truncated file lacks.
func endsAsPDF(content []byte) bool {
	const tail = 1 << 10

	return bytes.Contains(content[max(0, len(content)-tail):], []byte("%%EOF"))
}

// scan asks the scanner, if there is one. A file of which nothing is known is refused.
func (s *Service) scan(ctx context.Context, field string, content []byte) error {
	if s.deps.Scanner == nil {
		return nil
	}

	err := s.deps.Scanner.Scan(ctx, content)

	switch {
	case errors.Is(err, scan.ErrInfected):
		return fault.InvalidField(field, msgProofInfected)
	case err != nil:
		return ErrScanner.Wrap(err)
	}

	return nil
}

// keep stores a file, and its row by fn in one transaction. The file is deleted when the transaction surely failed. Its row in
// invoice_uploads, which that transaction deletes, lets Sweep find what a crash or an unknown outcome leaves.
func (s *Service) keep(ctx context.Context, clientID int64, u upload, fn func(tx *db.Tx, now time.Time, f storedFile) error) error {
	key := file.NewKey(fileKind, clientID, u.extension)

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO invoice_uploads (file_key, created_at) VALUES ($1, $2)", string(key), clock.Micros(s.deps.Clock.Now()))

		return err
	})
	if err != nil {
		return fmt.Errorf("begin an upload: %w", err)
	}

	w, err := s.deps.Files.Create(ctx, key)
	if err != nil {
		return err
	}

	defer func() { _ = w.Abort() }() // after Commit it does nothing; what a crash leaves is swept

	if _, err := w.Write(u.content); err != nil {
		return err
	}

	info, err := w.Commit()
	if err != nil {
		return err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := fn(tx, s.deps.Clock.Now(), storedFile{key, info}); err != nil {
			return err
		}

		ended, err := tx.Exec(ctx, "DELETE FROM invoice_uploads WHERE file_key = $1", string(key))
		if err == nil && ended == 0 {
			err = errSwept
		}

		return err
	})
	if err != nil && !fault.ErrOutcomeUnknown.Is(err) {
		err = errors.Join(err, s.deps.Files.Delete(context.WithoutCancel(ctx), key))
	}

	return err
}

// errSwept ends an upload whose file was taken for one that a crash left.
var errSwept = errors.New("invoice: the file of an upload was swept")

// Sweep deletes what uploads left that did not end: partial files, and files without a row in invoice_files. It waits for an hour, since
// no upload takes that long.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.deps.Clock.Now().Add(-partialAge)

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT file_key FROM invoice_uploads WHERE created_at < $1", clock.Micros(before))

	keys, err := db.Collect(rows, err, func(row *sql.Rows) (key string, err error) { return key, row.Scan(&key) })
	if err != nil {
		return fmt.Errorf("find broken uploads: %w", err)
	}

	failed := s.deps.Files.Sweep(ctx, fileKind, before, time.Time{})

	for _, key := range keys {
		err := s.deps.Files.Delete(ctx, file.Key(key)) // a missing file is no error
		if err == nil {
			err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(ctx, "DELETE FROM invoice_uploads WHERE file_key = $1", key)

				return err
			})
		}

		failed = errors.Join(failed, err)
	}

	return failed
}

type storedFile struct {
	key  file.Key
	info file.Info
}

// The kinds of files.
const (
	proofFile  = "proof"
	formalFile = "formal"
)

// insertFileTx writes the row of a file and returns its id.
func insertFileTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, kind string, f storedFile, actor, field string) (int64, error) {
	var n int64
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM invoice_files WHERE invoice_id = $1", i.ID).Scan(&n); err != nil {
		return 0, fmt.Errorf("count files: %w", err)
	}

	if n >= maxFiles {
		return 0, fault.InvalidField(field, msgProofMany.With(n))
	}

	id, err := db.NextSequence(ctx, tx, "invoice_files")
	if err != nil {
		return 0, err
	}

	_, err = tx.Exec(ctx, `INSERT INTO invoice_files (id, invoice_id, client_id, kind, file_key, size, sha256, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		id, i.ID, i.ClientID, kind, string(f.key), f.info.Size, f.info.SHA256, actor, clock.Micros(now))
	if err != nil {
		return 0, fmt.Errorf("write the row of a file: %w", err)
	}

	return id, nil
}
