package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"loket/internal/platform/db"
)

// bench holds the options and results of a run.
type bench struct {
	rounds   int
	seconds  float64
	millions int
	bulk     int
	out      string
	only     string // prefix of the names to run; empty is all
	engine   string // empty is both
	// servingProfile is the file for the CPU profile of the program measured by 1.2.
	servingProfile string
	// bankKey is the file with the public key of the bank that the measured program knows; empty is none.
	bankKey string
	clients int    // with a wallet and a key in the measured program, if more than httpClients
	staff   bool   // the measured program serves staff, too
	binary  string // the built program
	results []result
}

// wants reports whether a figure was requested by -only, a prefix of its name.
func (b *bench) wants(name string) bool { return strings.HasPrefix(name, b.only) }

// partOfAll is the part of the rows that a run of all suites fills for deposits and analytics. All rows take eight
// minutes an engine, and a run of all is to end within twenty.
const partOfAll = 40

// rowsOfSuite is the number of rows of a suite that fills fewer in a run of all.
func (b *bench) rowsOfSuite() int {
	if b.only == "" {
		return b.millions * million / partOfAll
	}

	return b.millions * million
}

// engines are the requested database engines.
func (b *bench) engines() []db.Engine {
	both := []db.Engine{db.Postgres, db.SQLite}

	return slices.DeleteFunc(both, func(e db.Engine) bool { return b.engine != "" && b.engine != e.String() })
}

// result is one figure beside another of the same run.
type result struct {
	Name        string  `json:"name"`
	Engine      string  `json:"engine"`
	Value       float64 `json:"value"`
	Unit        string  `json:"unit"`
	Better      string  `json:"better"` // higher or lower
	Beside      string  `json:"beside"`
	BesideValue float64 `json:"besideValue"`
	Ratio       float64 `json:"ratio"`
	Goal        string  `json:"goal"`
	Met         bool    `json:"met"`
	Commit      string  `json:"commit"`
}

const (
	higher = "higher"
	lower  = "lower"

	ordersPerSecond = "orders/s"
)

// add keeps a result whose goal is a ratio to the figure beside it: at least goal
// where more is better, at most goal where less is better. A goal of 0 is none.
func (b *bench) add(r result, goal float64) {
	if r.BesideValue != 0 {
		r.Ratio = r.Value / r.BesideValue
	}

	switch {
	case goal == 0:
		r.Met = true
	case r.Better == higher:
		r.Met = r.Ratio >= goal
	default:
		r.Met = r.Ratio <= goal
	}

	if r.Goal == "" && goal != 0 {
		r.Goal = fmt.Sprintf("%.2f of %s", goal, r.Beside)
	}

	b.keep(r)
}

// addLimit keeps a result whose goal is an absolute bound.
func (b *bench) addLimit(r result, limit float64) {
	r.Beside, r.BesideValue = "limit", limit
	b.add(r, 1)
}

func (b *bench) keep(r result) {
	b.results = append(b.results, r)

	mark := "met"
	if !r.Met {
		mark = "NOT MET"
	}

	fmt.Printf("%-22s %-9s %12s %-9s %-38s %12s  ratio %6.2f  %-28s %s\n",
		r.Name, r.Engine, figure(r.Value), r.Unit, "beside "+r.Beside, figure(r.BesideValue), r.Ratio, r.Goal, mark)
}

func figure(v float64) string {
	if v >= 1000 {
		return fmt.Sprintf("%.0f", v)
	}

	return fmt.Sprintf("%.3f", v)
}

func (b *bench) write() error {
	commit := head()
	for i := range b.results {
		b.results[i].Commit = commit
	}

	all := b.results

	if b.only != "" || b.engine != "" {
		earlier, err := readResults(b.out)
		if err != nil {
			return err
		}

		all = merged(earlier, b.results)
	}

	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}

	if err := os.WriteFile(b.out, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("results: %w", err)
	}

	return nil
}

func head() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}

	return strings.TrimSpace(string(out))
}

// median of figures of several rounds.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}

	return sorted[len(sorted)/2]
}
