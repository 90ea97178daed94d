package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The document has the table between these two lines.
const (
	tableBegin = "<!-- results: go run ./bench -table docs/performance.md -->"
	tableEnd   = "<!-- end of results -->"
)

// readResults reads the results of earlier runs; without a file there are none.
func readResults(path string) ([]result, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}

	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}

	var list []result
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("results: %s: %w", path, err)
	}

	return list, nil
}

// merged keeps the results of earlier runs that this run did not measure. Each has
// the commit at which it was measured.
func merged(earlier, now []result) []result {
	same := func(a, b result) bool { return a.Name == b.Name && a.Engine == b.Engine && a.Beside == b.Beside }

	kept := slices.DeleteFunc(slices.Clone(earlier), func(old result) bool {
		return slices.ContainsFunc(now, func(r result) bool { return same(old, r) })
	})
	all := slices.Concat(kept, now)

	slices.SortStableFunc(all, func(a, b result) int { return strings.Compare(suiteOf(a), suiteOf(b)) })

	return all
}

// suiteOf is the suite of a result: 1.1 for 1.1-hot-64, shop-pages for shop-pages-home.
func suiteOf(r result) string {
	found := ""

	for _, s := range suites() {
		if strings.HasPrefix(r.Name, s.name+"-") && len(s.name) > len(found) {
			found = s.name
		}
	}

	return found
}

// writeTable replaces the table between the marks of a document. Suites that have no results keep their part of it, so that one
// benchmark can be measured anew without all others.
func writeTable(results, document string) error {
	list, err := readResults(results)
	if err != nil {
		return err
	}

	if len(list) == 0 {
		return fmt.Errorf("%s has no results: run make bench first", results)
	}

	text, err := os.ReadFile(document)
	if err != nil {
		return fmt.Errorf("table: %w", err)
	}

	before, rest, begins := strings.Cut(string(text), tableBegin)
	old, after, ends := strings.Cut(rest, tableEnd)

	if !begins || !ends {
		return fmt.Errorf("table: %s lacks the marks %q and %q", document, tableBegin, tableEnd)
	}

	const public = 0o644

	all := before + tableBegin + "\n" + tableOf(list, old) + "\n" + tableEnd + after
	if err := os.WriteFile(document, []byte(all), public); err != nil {
		return fmt.Errorf("table: %w", err)
	}

	return nil
}

// suiteHead is the begin of the part of a suite.
const suiteHead = "\n### "

// tableOf is the table of the results, with the parts of an old table for the suites that they lack.
func tableOf(list []result, old string) string {
	parts := map[string]string{}

	for _, part := range strings.Split(old, suiteHead)[1:] {
		suite, rows, _ := strings.Cut(part, "| ---: | ---: | --- | --- | --- |\n")
		suite, _, _ = strings.Cut(suite, "\n")

		if parts[suite] == "" { // a table may have several parts of a suite
			parts[suite] = headOf(suite)
		}

		parts[suite] += strings.TrimRight(rows, "\n") + "\n"
	}

	for _, r := range list {
		delete(parts, suiteOf(r))
	}

	for _, r := range list {
		suite := suiteOf(r)
		if parts[suite] == "" {
			parts[suite] = headOf(suite)
		}

		parts[suite] += rowOf(r)
	}

	var b strings.Builder

	b.WriteString("\nMachine: " + machine() + ".\n")

	for _, suite := range slices.Sorted(maps.Keys(parts)) {
		b.WriteString(parts[suite])
	}

	return b.String()
}

func headOf(suite string) string {
	return suiteHead + suite + "\n\n| figure | engine | value | beside | value | ratio | goal | met | commit |\n| --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |\n"
}

// rowOf is the row of a result.
func rowOf(r result) string {
	ratio, beside, met := "", "", ""
	if r.BesideValue != 0 {
		ratio, beside = fmt.Sprintf("%.2f", r.Ratio), figure(r.BesideValue)
	}

	if r.Goal != "" {
		met = "yes"
		if !r.Met {
			met = "**no**"
		}
	}

	return fmt.Sprintf("| %s | %s | %s %s | %s | %s | %s | %s | %s | %s |\n",
		r.Name, r.Engine, figure(r.Value), r.Unit, strings.TrimPrefix(r.Beside, "-"), beside, ratio, r.Goal, met, r.Commit)
}

// machine describes the measuring machine in one line.
func machine() string {
	parts := []string{fmt.Sprintf("%d cores", runtime.NumCPU())}

	for _, what := range []struct{ file, key, name string }{{"/proc/cpuinfo", "model name", ""}, {"/proc/meminfo", "MemTotal", "memory "}} {
		text, err := os.ReadFile(what.file)
		if err != nil {
			continue
		}

		if _, rest, ok := strings.Cut(string(text), what.key); ok {
			value, _, _ := strings.Cut(strings.TrimLeft(rest, "\t :"), "\n")
			parts = append(parts, what.name+strings.TrimSpace(value))
		}
	}

	parts = append(parts, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version())

	// The newest one installed is the one that is run.
	servers, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	slices.Sort(servers)

	if len(servers) > 0 {
		if out, err := exec.Command(servers[len(servers)-1], "--version").Output(); err == nil {
			_, version, _ := strings.Cut(strings.TrimSpace(string(out)), ") ")
			parts = append(parts, "PostgreSQL "+version)
		}
	}

	return strings.Join(parts, ", ")
}
