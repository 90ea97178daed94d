package storefront

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
)

// The jobs. Each decides by the rows alone, so it may run at any time on any node.
const (
	sweepKind  = "storefront.sweep"
	sweepEvery = time.Hour
	checkKind  = "storefront.check"
	checkEvery = time.Minute
	// partialAge is the age from which an unfinished file has no writer any more.
	partialAge = time.Hour
	// maxSwept bounds one run; the next run continues.
	maxSwept = 500
)

func (s *Service) registerJobs() {
	if s.deps.Jobs == nil {
		return
	}

	s.deps.Jobs.Handle(checkKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.CheckPrices(ctx) })
	s.deps.Jobs.Every(checkKind, checkEvery, checkKind)

	if s.deps.Files == nil {
		return
	}

	s.deps.Jobs.Handle(sweepKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Sweep(ctx) })
	s.deps.Jobs.Every(sweepKind, sweepEvery, sweepKind)
}

type sweptImage struct {
	token    string
	clientID int64
}

// Sweep deletes the pictures that no shop has used for a week, and what broken uploads left.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.deps.Clock.Now()

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT token, client_id FROM storefront_images WHERE unused_since < $1 ORDER BY unused_since LIMIT $2",
		clock.Micros(now.Add(-unusedLife)), maxSwept)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (i sweptImage, err error) { return i, row.Scan(&i.token, &i.clientID) })
	if err != nil {
		return fmt.Errorf("find unused images: %w", err)
	}

	for _, i := range list {
		if err := s.sweepImage(ctx, i, now); err != nil {
			return fmt.Errorf("delete image %s: %w", i.token, err)
		}
	}

	if err := s.deps.Files.Sweep(ctx, fileKind, now.Add(-partialAge), time.Time{}); err != nil {
		return fmt.Errorf("sweep images: %w", err)
	}

	return nil
}

// sweepImage first takes a picture from the shop's choice, then deletes its files, then its row: whoever dies in between leaves
// a row that the next run finds.
func (s *Service) sweepImage(ctx context.Context, i sweptImage, now time.Time) error {
	taken := int64(0)

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		taken, err = tx.Exec(ctx, "UPDATE storefront_images SET deleting = TRUE WHERE token = $1 AND unused_since < $2",
			i.token, clock.Micros(now.Add(-unusedLife)))

		return err
	})
	if err != nil || taken == 0 {
		return err
	}

	var failed error

	for _, suffix := range []string{"", smallSuffix} {
		for _, extension := range []string{png, webp} {
			failed = errors.Join(failed, s.deps.Files.Delete(ctx, file.KeyOf(fileKind, i.clientID, i.token+suffix, extension)))
		}
	}

	if failed != nil {
		return failed
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM storefront_images WHERE token = $1 AND deleting", i.token)

		return err
	})
}
