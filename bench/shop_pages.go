package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"loket/internal/platform/db"
)

// Goals of the pages of a shop.
const (
	pageRate  = 5_000 // answers a second
	shopPhone = 1_800 // ms until a slow phone can use a page

	demoTime = 2 * time.Minute // until the demo is ready
)

// shopPages measures the pages of the demo's shop as shoppers get them: how many a second, beside the empty handler, and when a slow
// phone can use them.
func shopPages(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	demo, err := startDemo(ctx, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, demo.stop()) }()

	beside, err := startProgram(ctx, b, e, db.SQLite, "")
	if err != nil {
		return err
	}

	f := figures{}

	for range b.rounds {
		if err := pageRound(ctx, b, demo.host, beside.Empty, f); err != nil {
			return errors.Join(err, beside.stop())
		}
	}

	for _, name := range []string{"home", "product", "unchanged"} {
		r := result{Name: "shop-pages-" + name, Value: median(f[name]), Unit: "answers/s", Better: higher}
		b.addLimit(r, pageRate)

		r.Beside, r.BesideValue = "empty handler, 64 callers", median(f["empty"])
		b.add(r, 0)
	}

	return errors.Join(beside.stop(), crowdedShop(ctx, b, demo.host), measureOnPhone(ctx, b, demo.host))
}

// pageRound gives the empty handler and each page their turns.
func pageRound(ctx context.Context, b *bench, shop, empty string, f figures) error {
	const home, product = "/majujaya", "/majujaya/MLBB"

	tag, err := tagOf(ctx, "http://"+shop+home)
	if err != nil {
		return err
	}

	for _, kind := range []struct {
		name, host, path, extra string
		status                  int
	}{
		{"empty", empty, home, "", http.StatusNoContent},
		{"home", shop, home, "", http.StatusOK},
		{"product", shop, product, "", http.StatusOK},
		{"unchanged", shop, home, "If-None-Match: " + tag + "\r\n", http.StatusNotModified},
	} {
		rate, err := pagesOver(ctx, b, kind.host, kind.path, kind.extra, kind.status)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}

		f.add(kind.name, rate)
	}

	return nil
}

// pagesOver is how often a second 64 callers get a page, compressed.
func pagesOver(ctx context.Context, b *bench, host, path, extra string, status int) (float64, error) {
	wires := []*wire{}
	defer func() { hangUp(wires) }()

	for range fewCallers {
		w, err := dial(ctx, host, "")
		if err != nil {
			return 0, err
		}

		w.extra = []byte("Accept-Encoding: gzip\r\n" + extra)
		wires = append(wires, w)
	}

	o, err := load(ctx, fewCallers, time.Duration(b.seconds*float64(time.Second)), func(_ context.Context, caller, _ int) error {
		return expect(status)(wires[caller].call(http.MethodGet, path, nil))
	})

	return o.rate, err
}

// tagOf is the ETag of a page as it comes compressed.
func tagOf(ctx context.Context, url string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", fmt.Errorf("page: %w", err)
	}

	r.Header.Set("Accept-Encoding", "gzip")

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", fmt.Errorf("page: %w", err)
	}

	return answer.Header.Get("ETag"), answer.Body.Close()
}

// measureOnPhone opens the pages on a slow phone with an empty cache.
func measureOnPhone(ctx context.Context, b *bench, host string) error {
	for name, path := range map[string]string{"home": "/majujaya", "product": "/majujaya/MLBB"} {
		usable, shifts := []float64{}, []float64{}

		for range max(b.rounds, 1) {
			var answer struct {
				Usable float64 `json:"usable"`
				Shift  float64 `json:"shift"`
			}

			if err := inBrowser(ctx, &answer, "phone", "http://"+host+path, browser(), "shop"); err != nil {
				return err
			}

			usable, shifts = append(usable, answer.Usable), append(shifts, answer.Shift)
		}

		const noShift = 0.01 // of the layout; from 0.1 on users notice it

		b.addLimit(result{Name: "shop-pages-phone-" + name, Value: median(usable), Unit: "ms", Better: lower}, shopPhone)
		b.addLimit(result{Name: "shop-pages-shift-" + name, Value: median(shifts), Unit: "shift", Better: lower}, noShift)
	}

	return nil
}

// demo is the built program with its example data.
type demo struct {
	cmd        *exec.Cmd
	folder     string
	host       string
	staff      string // URL of the app of staff
	simulators string // URL of the simulated outside services
}

func startDemo(ctx context.Context, binary string) (*demo, error) {
	folder, err := os.MkdirTemp("", "loket-pages-")
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}

	const local = "127.0.0.1:0"

	limit, cancel := context.WithTimeout(ctx, demoTime)
	defer cancel()

	d := &demo{folder: folder}
	d.cmd = exec.CommandContext(ctx, binary, "demo", "--listen", local, "--staff-listen", local, "--admin-listen", local, "--simulate-listen", local, "--data", folder, "--orders", "100")

	stdout, err := d.cmd.StdoutPipe()
	if err == nil {
		err = d.cmd.Start()
	}

	if err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), os.RemoveAll(folder))
	}

	lines := bufio.NewScanner(stdout)
	for limit.Err() == nil && lines.Scan() {
		line := lines.Text()

		if _, url, ok := strings.Cut(line, "ready on http://"); ok {
			d.host, _, _ = strings.Cut(url, "/")
		}

		if _, url, ok := strings.Cut(line, "mailbox): "); ok {
			d.simulators = url
		}

		if url, ok := strings.CutPrefix(line, "staff: "); ok { // the last line
			d.staff, _, _ = strings.Cut(url, " ")

			return d, nil
		}
	}

	return nil, errors.Join(errors.New("the demo is not ready"), d.stop())
}

func (d *demo) stop() error {
	if err := errors.Join(d.cmd.Process.Signal(syscall.SIGTERM), d.cmd.Wait(), os.RemoveAll(d.folder)); err != nil {
		return fmt.Errorf("stop the demo: %w", err)
	}

	return nil
}
