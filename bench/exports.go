package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"loket/internal/config"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// An export is measured on one month of one client.
const (
	exportRows   = 1_000_000
	exportStep   = 31 * day / exportRows // between two orders
	csvLimit     = 32                    // MiB
	xlsxLimit    = 40                    // MiB, flat: excelize takes four times as much
	fewRows      = 100_000
	peerRows     = 200_000 // rows for the slow library; its rate is the same with more
	exportOthers = 8       // callers that place orders of another client meanwhile
	exportTwice  = 2       // goal: p99 of those orders at most twice its normal
)

// exports measures 1.5. A separate process writes each form; the kernel reports
// its peak memory.
func exports(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := exportsOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

func exportsOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	where, err := e.place(ctx, engine)
	if err != nil {
		return err
	}

	d, err := db.Open(ctx, db.Options{URL: where.DSN()})
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}

	const wallets = 2

	setup, err := newOrderSetup(ctx, d, wallets)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	defer func() { err = errors.Join(err, setup.stop()) }()

	end := clock.System{}.Now().Truncate(time.Second)
	if err := fillMonth(ctx, d, end); err != nil {
		return err
	}

	f := figures{}

	for range b.rounds {
		for _, form := range exportForms(engine) {
			rows := exportRows
			if form == formExcelize {
				rows = peerRows
			}

			done, err := exportNewest(ctx, where, form, end, rows)
			if err != nil {
				return err
			}

			f.add(form, float64(done.Rows)/done.Seconds)
			f.add(form+"-memory", float64(done.PeakKiB)/1024)
		}

		few, err := exportNewest(ctx, where, formXLSX, end, fewRows)
		if err != nil {
			return err
		}

		f.add(formXLSX+"-few", float64(few.PeakKiB)/1024)

		if err := measureOthers(ctx, b, setup, where, end, f); err != nil {
			return err
		}
	}

	reportExports(b, engine, f)

	return nil
}

func (f figures) add(name string, value float64) { f[name] = append(f[name], value) }

// exportForms lists the measured forms, ours and the alternatives.
func exportForms(engine db.Engine) []string {
	if engine == db.Postgres {
		return []string{formCSV, formCopy, formXLSX, formExcelize, formRead}
	}

	return []string{formCSV, formRead, formXLSX, formExcelize}
}

// measureOthers places orders of another client, alone and while an export
// runs.
func measureOthers(ctx context.Context, b *bench, setup *orderSetup, where config.Database, end time.Time, f figures) error {
	count := 0
	place := func(name string) (outcome, error) {
		count++

		return load(ctx, exportOthers, time.Duration(b.seconds*float64(time.Second)), func(ctx context.Context, caller, n int) error {
			return setup.place(ctx, firstUser+1, fmt.Sprintf("%s-%d-%d-%d", name, time.Now().UnixNano(), caller, n))
		})
	}

	calm, err := place("calm")
	if err != nil {
		return err
	}

	running, stop := context.WithCancel(ctx)
	defer stop()

	ended := make(chan error, 1)

	go func() {
		for running.Err() == nil {
			if _, err := exportNewest(running, where, formBoth, end, exportRows); err != nil && running.Err() == nil {
				ended <- err

				return
			}
		}

		ended <- nil
	}()

	busy, err := place("busy")

	stop()

	if err := errors.Join(err, <-ended); err != nil {
		return err
	}

	f.add("others-calm", milliseconds(calm.p99))
	f.add("others-busy", milliseconds(busy.p99))

	return nil
}

func reportExports(b *bench, engine db.Engine, f figures) {
	of := func(name string) float64 { return median(f[name]) }
	beside, goal := formCopy, 1.0

	if engine == db.SQLite {
		beside, goal = formRead, 0 // there is no COPY; reading alone is the limit
	}

	rates := map[string]string{formCopy: "COPY ... TO STDOUT", formRead: "reading the rows alone", formExcelize: "excelize's StreamWriter"}

	b.add(result{
		Name: "1.5-csv", Engine: engine.String(), Value: of(formCSV), Unit: "rows/s", Better: higher, Beside: rates[beside], BesideValue: of(beside),
	}, goal)
	b.addLimit(result{Name: "1.5-csv-memory", Engine: engine.String(), Value: of(formCSV + "-memory"), Unit: "MiB", Better: lower}, csvLimit)
	b.add(result{
		Name: "1.5-xlsx", Engine: engine.String(), Value: of(formXLSX), Unit: "rows/s", Better: higher, Beside: rates[formExcelize], BesideValue: of(formExcelize),
	}, 1)
	b.addLimit(result{Name: "1.5-xlsx-memory", Engine: engine.String(), Value: of(formXLSX + "-memory"), Unit: "MiB", Better: lower}, xlsxLimit)
	b.add(result{
		Name: "1.5-xlsx-flat", Engine: engine.String(), Value: of(formXLSX + "-memory"), Unit: "MiB", Better: lower,
		Beside: "a tenth of the rows", BesideValue: of(formXLSX + "-few"),
	}, 1.25)
	b.add(result{
		Name: "1.5-others-p99", Engine: engine.String(), Value: of("others-busy"), Unit: "ms", Better: lower,
		Beside: "without an export", BesideValue: of("others-calm"),
	}, exportTwice)
}

// fillMonth loads a month of orders of the first client.
func fillMonth(ctx context.Context, d *db.DB, end time.Time) error {
	restore, err := dropIndexes(ctx, d, "orders")
	if err != nil {
		return err
	}

	generator, err := ids.NewGenerator(0)
	if err != nil {
		return fmt.Errorf("ids: %w", err)
	}

	random := rand.New(rand.NewPCG(1, 1))

	if _, err := d.Copy(ctx, "orders", pastColumns(), monthRows(generator, random, end)); err != nil {
		return fmt.Errorf("load orders: %w", err)
	}

	if err := restore(ctx); err != nil {
		return err
	}

	return vacuum(ctx, d, "orders")
}

func monthRows(generator *ids.Generator, random *rand.Rand, end time.Time) iter.Seq[[]any] {
	start := end.Add(-exportStep * exportRows)
	row := make([]any, len(pastColumns()))

	return func(yield func([]any) bool) {
		for i := range exportRows {
			at := start.Add(time.Duration(i) * exportStep)
			us := clock.Micros(at)
			status, refunded, serial := madeUpEnd(random)
			row = append(row[:0],
				generator.Next(at), int64(firstUser), pastRef(i), int64(firstUser), "level_1", product, "Telkomsel 10.000", "prepaid",
				pastNumber(random.IntN(exportRows/perNumber)), int64(0), int64(price), status, refunded, "deposit", "h2h", int64(i),
				`{"mobile":"TSEL"}`, serial, us, us)

			if !yield(row) {
				return
			}
		}
	}
}

// exportReport is the report of an exporting process.
type exportReport struct {
	Rows    int64   `json:"rows"`
	Seconds float64 `json:"seconds"`
	PeakKiB int64   `json:"peakKiB"`
}

// exportNewest starts a process that writes one form of the newest orders.
func exportNewest(ctx context.Context, where config.Database, form string, end time.Time, rows int) (exportReport, error) {
	done, err := runExporting(ctx, where, form, end.Add(-exportStep*time.Duration(rows)).Truncate(time.Second), end)

	// The first moment is a whole second, before which one more may lie.
	if err == nil && (done.Rows < int64(rows) || done.Rows > int64(rows)+1) {
		err = fmt.Errorf("export as %s: %d rows instead of %d", form, done.Rows, rows)
	}

	return done, err
}

// runExporting starts a process that writes one form of a span of time.
func runExporting(ctx context.Context, where config.Database, form string, from, end time.Time) (exportReport, error) {
	binary, err := os.Executable()
	if err != nil {
		return exportReport{}, fmt.Errorf("own program: %w", err)
	}

	folder, err := os.MkdirTemp("", "loket-export")
	if err != nil {
		return exportReport{}, fmt.Errorf("folder of an export: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()

	out := filepath.Join(folder, form)
	cmd := exec.CommandContext(ctx, binary, exporting, "--url", where.DSN(), "--form", form, "--out", out,
		"--from", from.Format(time.RFC3339), "--to", end.Format(time.RFC3339))
	cmd.Stderr = os.Stderr

	text, err := cmd.Output()
	if err != nil {
		return exportReport{}, fmt.Errorf("export as %s: %w", form, err)
	}

	var done exportReport
	if err := json.Unmarshal(text, &done); err != nil {
		return exportReport{}, fmt.Errorf("export as %s: %w", form, err)
	}

	return done, nil
}
