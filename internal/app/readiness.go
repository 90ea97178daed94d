package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const (
	// checkTime is the time limit of the checks of /readyz.
	checkTime = 2 * time.Second
	// checkGap is the least time between two checks: anybody may ask, and a check writes.
	checkGap = time.Second
	// leastDisk is the free space of SQLite's disk, in bytes, below which no orders are wanted: some is left
	// for the answers to those that were sent.
	leastDisk = 64 << 20
)

var (
	errNotReady = errors.New("the program is starting or stopping")
	errDisk     = errors.New("the disk is full")
)

// readyCheck remembers the result of the last check.
type readyCheck struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// isReady returns an error while the program can't take orders.
func (a *App) isReady(r *http.Request) error {
	if !a.ready.Load() {
		return fault.ErrUnavailable.Wrap(errNotReady)
	}

	a.readyCheck.mu.Lock()
	defer a.readyCheck.mu.Unlock()

	if time.Since(a.readyCheck.at) >= checkGap {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), checkTime)
		defer cancel()

		a.readyCheck.err = a.checkReady(ctx)
		a.readyCheck.at = time.Now()
	}

	if a.readyCheck.err != nil {
		return fault.ErrUnavailable.Wrap(a.readyCheck.err)
	}

	return nil
}

// checkReady checks what an order needs: the disk, the way to write, the placers, the dispatch.
func (a *App) checkReady(ctx context.Context) error {
	if a.DB.Engine() == db.SQLite {
		if err := checkDisk(filepath.Dir(a.opt.Config.DSN()), leastDisk); err != nil {
			return err
		}
	}

	if err := errors.Join(a.Placing.Ready(), a.Dispatch.Ready()); err != nil {
		return err
	}

	err := a.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := db.NextSequence(ctx, tx, "readiness")

		return err
	})
	if err != nil {
		return fmt.Errorf("the database can't be written: %w", err)
	}

	return nil
}

// checkDisk returns an error unless the disk of a folder has so many free bytes.
func checkDisk(folder string, least uint64) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return fmt.Errorf("free space of %s: %w", folder, err)
	}

	if free := disk.Bavail * uint64(disk.Bsize); free < least { //nolint:gosec // a size is positive
		return fmt.Errorf("%w: %d bytes are free, fewer than %d", errDisk, free, least)
	}

	return nil
}
