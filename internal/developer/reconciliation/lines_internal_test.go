package reconciliation

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"loket/internal/platform/fault"
)

// readText reads a text and writes its lines again, or the fields of the error.
func readText(text string) string {
	lines, err := readLines(strings.NewReader(text))

	out := make([]string, 0, len(lines))
	for _, l := range lines {
		out = append(out, fmt.Sprint(l.number, " ", l.reference, " ", int64(l.amount), " ", l.status))
	}

	if err != nil {
		for _, f := range fault.From(err).Fields {
			out = append(out, f.Field+": "+f.Message.Code())
		}
	}

	return strings.Join(out, "; ")
}

func TestFilesOfClients(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"reference,amount,status\nA,10250,success\nB,100,failed\n": "2 A 10250 success; 3 B 100 failed",
		"A,10250,success": "1 A 10250 success",
		mark + "Status;ID Referensi;Nominal\r\nBerhasil;\"A;1\";10.250\r\n\r\n;;\r\ngagal;B;Rp 1.000.000,00": "2 A;1 10250 success; 5 B 1000000 failed",
		"No\tReference ID\tAmount\tStatus\n1\t'=A\t10,250.00\tpending":                                       "2 =A 10250 pending",
		"clientRef,amount,status":  "",
		"":                         "line 1: empty",
		"A,10250,success\nB,10250": "line 2: columns",
		"A,10.25,success\nB,-5,success\nC,5,done\n,5,success\nE,1e3,success\nF,,failed": "line 1: amount; line 2: amount; line 3: status; line 4: reference; line 5: amount; line 6: amount",
		"A,1,success\n\"B,2,success":            "line 2: quotes",
		"A,1,success\nB\"x,2,success":           "line 2: quotes",
		"A\x00,1,success":                       "line 1: reference",
		strings.Repeat("a", 201) + ",1,success": "line 1: reference",
		"A,1000000000000001,success":            "line 1: amount",
		"\"A\nB\",1,success\nC,x,success":       "line 3: amount",
	} {
		if got := readText(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}

	many := strings.Repeat("A,1,success\n", MaxLines)
	if got := readText(many + "A,1,success\n"); got != "line "+strconv.Itoa(MaxLines+1)+": lines" {
		t.Errorf("a line too many: %.100s", got)
	}

	if lines, err := readLines(strings.NewReader(many)); err != nil || len(lines) != MaxLines {
		t.Errorf("%d lines: %v", len(lines), err)
	}

	if got := readText(strings.Repeat("A,x,success\n", 1000)); strings.Count(got, ";") != maxFaults-1 {
		t.Errorf("the faults are %q", got)
	}
}

// FuzzFilesOfClients proves that any text is read as a whole or refused: what was read, written plainly, is read the same again, and there is
// a line or a fault for each record.
func FuzzFilesOfClients(f *testing.F) {
	for _, text := range []string{
		"reference,amount,status\nA,10250,success\n", mark + "Status;Nominal;ref\nsukses;10.250,00;\"a\"\"b\"", "A\t1\tgagal\n\n", "\"", "A,Rp. 5,pending\r\nB", "'=1,0,failed",
	} {
		f.Add(text)
	}

	f.Fuzz(func(t *testing.T, text string) {
		lines, err := readLines(strings.NewReader(text))
		if err != nil {
			list := fault.From(err).Fields
			if !fault.ErrValidation.Is(err) || len(list) == 0 || !strings.HasPrefix(list[0].Field, "line ") {
				t.Fatalf("%q: %v", text, err)
			}

			return
		}

		var plain strings.Builder

		plain.WriteString("reference,amount,status\n")

		for _, l := range lines {
			if l.amount < 0 || l.number < 1 || l.reference == "" {
				t.Fatalf("%q gives %+v", text, l)
			}

			fmt.Fprintf(&plain, "\"%s\",%d,%s\n", strings.ReplaceAll(guarded(l.reference), `"`, `""`), int64(l.amount), l.status)
		}

		again, err := readLines(strings.NewReader(plain.String()))
		if err != nil || len(again) != len(lines) {
			t.Fatalf("%q: %d lines became %d: %v", text, len(lines), len(again), err)
		}

		for i := range lines {
			one, two := lines[i], again[i]
			one.number, two.number = 0, 0

			if one != two {
				t.Fatalf("%q: %+v became %+v", text, one, two)
			}
		}
	})
}

// guarded writes a reference as our files do.
func guarded(reference string) string {
	if strings.IndexByte("=+-@", reference[0]) >= 0 {
		return "'" + reference
	}

	return reference
}
