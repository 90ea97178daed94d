package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// uncounted are metrics that have no row before they counted something.
const uncounted = ` loket_orders_below_cost_total loket_orders_below_cost_rupiah_total `

var metricName = regexp.MustCompile(`\bloket_[a-z_]+`)

// Alerts and dashboards are about metrics that there are.
func TestAlertsKnowTheMetrics(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about names")

	p := start(t, db.SQLite, func(c *config.Config) { c.Backups = t.TempDir() })
	p.expect(t, 201, "", "POST", "/h2h/v1/orders", "lk_demo_1001", `{"productCode":"TSEL10","destinationNo":"081234567800","clientRef":"ALERT-1"}`)

	metrics := func() string {
		_, text := fetch(t, "http://"+p.AdminAddress()+"/metrics")

		return text
	}

	testkit.Eventually(t, testkit.Patience, "the order ended", func() bool { return strings.Contains(metrics(), "loket_orders_finished_total") })

	found := metrics() + uncounted
	files := []string{}

	for _, pattern := range []string{"prometheus/loket.yaml", "prometheus/loket_test.yaml", "grafana/*.json"} {
		list, err := filepath.Glob(filepath.Join("../../deploy", pattern))
		testkit.Must(t, err)

		files = append(files, list...)
	}

	names := 0

	for _, file := range files {
		text, err := os.ReadFile(file)
		testkit.Must(t, err)

		for _, name := range metricName.FindAllString(string(text), -1) {
			if name == "loket_test" {
				continue // the name of a file
			}

			names++

			if !regexp.MustCompile(`\b` + name + `[{ ]`).MatchString(found) {
				t.Errorf("%s is about %s, which is no metric", filepath.Base(file), name)
			}
		}
	}

	testRunbook(t)

	if len(files) < 3 || names < 50 {
		t.Errorf("%d files with %d names: the test doesn't see them", len(files), names)
	}
}

var alertName = regexp.MustCompile(`- alert: (\w+)`)

// testRunbook looks for a row of each alert.
func testRunbook(t *testing.T) {
	t.Helper()

	rules, err := os.ReadFile("../../deploy/prometheus/loket.yaml")
	testkit.Must(t, err)

	book, err := os.ReadFile("../../docs/runbook.md")
	testkit.Must(t, err)

	for _, m := range alertName.FindAllStringSubmatch(string(rules), -1) {
		if !strings.Contains(string(book), "`"+m[1]+"`") {
			t.Errorf("docs/runbook.md says nothing about %s", m[1])
		}
	}
}
