package statement_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/banking/statement"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

var noon = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC) // in Jakarta

func newService(t *testing.T, d *db.DB) (*statement.Service, *mailtest.Recorder) {
	t.Helper()

	clk := clock.NewManual(noon)
	p := parts.New(t, d, clk)

	return statement.New(statement.Deps{DB: d, Clock: clk, Jobs: p.Jobs, Log: p.Log, Mail: p.Mail}, "staff@example.com"), p.Mail
}

const header = "\ufeffDate,Description,Amount,Type,Balance\n"

func TestFilesAreReadExactly(t *testing.T) {
	t.Parallel()

	lines, err := statement.Read(strings.NewReader(header + "2026-11-20,TRSF,\"1,500,123.00\",CR,9\n21/11/2026,\"BIAYA, ADM\",5000,D,8\n"))
	testkit.Must(t, err)

	if got := fmt.Sprint(lines); got != "[{2 2026-11-20 true Rp 1.500.123 TRSF} {3 2026-11-21 false Rp 5.000 BIAYA, ADM}]" {
		t.Errorf("%s", got)
	}

	_, err = statement.Read(strings.NewReader(header +
		"2026-11-31,a,1,CR,0\n2026-11-20,a,1.50,CR,0\n2026-11-20,a,0,CR,0\n2026-11-20,a,1.000.000,CR,0\n2026-11-20,a,1,XX,0\n2026-11-20,a\n2026-11-20,\xff,1,CR,0\n"))
	if err == nil || !errors.Is(err, statement.ErrFile) || strings.Count(err.Error(), "line ") != 7 {
		t.Errorf("%v", err)
	}

	for _, text := range []string{"", "date,amount\n", "date,description,amount,type\n\"", strings.Repeat("x", 100)} {
		if _, err := statement.Read(strings.NewReader(text)); !errors.Is(err, statement.ErrFile) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Each difference between a statement and what banks reported is found, by line, and nothing else.
func TestDifferencesAreFound(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 1)

		s, sent := newService(t, d)
		transfer := func(id string, amount int64, at time.Time) {
			testkit.Exec(t, d, `INSERT INTO bank_transfers (id, bank_code, account_no, mutation_id, bank_account_id, amount, description, booked_at, received_at, status, why)
				VALUES ($1, 'BBCA', '1234567890', $2, 1, $3, '', $4, $4, 'suspense', 'unmatched')`,
				testkit.Value[int](t, d, "SELECT COUNT(*) + 1 FROM bank_transfers"), id, amount, at.UnixMicro())
		}

		transfer("same day", 100_001, noon)
		transfer("next day", 100_002, noon.Add(12*time.Hour))
		transfer("twice a", 100_003, noon)
		transfer("twice b", 100_003, noon)
		transfer("missing", 100_004, noon)
		transfer("day without a statement", 100_005, noon.AddDate(0, 0, -5))

		in := statement.Import{Bank: "BBCA", AccountNo: "1234567890", Name: "nov.csv", Actor: "staff:a", Reason: "daily"}

		var err error

		in.Lines, err = statement.Read(strings.NewReader(header + `2026-11-21,A,100001,CR,0
2026-11-21,B,100002,CR,0
2026-11-21,C,100003,CR,0
2026-11-21,C,100003,CR,0
2026-11-21,C,100003,CR,0
2026-11-21,D,100009,CR,0
2026-11-21,E,100004,DB,0
`))
		testkit.Must(t, err)

		for _, want := range []int{7, 0} { // again: nothing new
			if added, err := s.Import(t.Context(), in); err != nil || added != want {
				t.Fatalf("added %d, %v", added, err)
			}
		}

		list, err := s.Differences(t.Context(), statement.Looked)
		testkit.Must(t, err)

		got := []string{}
		for _, one := range list {
			got = append(got, fmt.Sprintf("%s %d %s", one.Where, one.Amount, one.Kind))
		}

		want := "nov.csv:6 100003 on the statement, not reported to us; nov.csv:7 100009 on the statement, not reported to us; " +
			"transfer missing 100004 reported to us, not on the statement"
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s", text)
		}

		testkit.Must(t, s.Report(t.Context()))

		if m := sent.Messages(); len(m) != 1 || m[0].Subject != "Bank statements: 3 differences" || len(m[0].Facts) != 3 ||
			m[0].Facts[1].Value != "Rp 100.009, on the statement, not reported to us (nov.csv:7)" {
			t.Errorf("mail of the differences: %+v", m)
		}

		in.AccountNo = "1"
		if _, err := s.Import(t.Context(), in); !errors.Is(err, statement.ErrFile) {
			t.Errorf("a foreign account: %v", err)
		}
	})
}

// FuzzStatement proves that no file causes a panic, and that every line that is read has a day and an amount.
func FuzzStatement(f *testing.F) {
	f.Add([]byte(header + "2026-11-20,TRSF,\"1,500,123.00\",CR,9\n"))
	f.Add([]byte("date,description,amount,type\n20/11/2026,x,1,d\n"))

	f.Fuzz(func(t *testing.T, text []byte) {
		lines, err := statement.Read(strings.NewReader(string(text)))
		if err != nil {
			return
		}

		for _, l := range lines {
			if l.Amount <= 0 || l.Day.Year == 0 && l.Day.Month == 0 || l.Number < 2 {
				t.Fatalf("%q was read as %+v", text, l)
			}
		}
	})
}
