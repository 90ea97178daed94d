package digiflazz

import (
	"fmt"
	"testing"

	"loket/internal/supplier"
)

// documented is the supplier's table: code, status, and whether a transaction was
// created.
func documented() []struct {
	code, status string
	created      bool
} {
	type row = struct {
		code, status string
		created      bool
	}

	created := []string{
		"01", "02", "50", "51", "52", "53", "54", "55", "57", "58", "59", "60",
		"70", "71", "72", "73", "74", "84", "85", "86",
	}
	refused := []string{
		"40", "41", "42", "43", "44", "45", "47", "49", "56", "61", "62", "63", "64", "65", "66", "67", "68", "69",
		"80", "81", "82", "83", "87", "88",
	}

	rows := make([]row, 0, 3+len(created)+len(refused))
	rows = append(rows, row{"00", "Sukses", true}, row{"03", "Pending", true}, row{"99", "Pending", true})

	for _, code := range created {
		rows = append(rows, row{code, "Gagal", true})
	}

	for _, code := range refused {
		rows = append(rows, row{code, "Gagal", false})
	}

	return rows
}

func TestEveryDocumentedCode(t *testing.T) {
	t.Parallel()

	for _, row := range documented() {
		want := supplier.FailedNotCreated

		switch {
		case row.code == "00":
			want = supplier.Success
		case row.status == "Pending":
			want = supplier.Pending
		case row.created:
			want = supplier.FailedCreated
		case row.code == "49": // our reference exists already: staff must review it
			want = supplier.Unknown
		}

		if got := judge(row.code, row.status, firstSend, false); got != want {
			t.Errorf("first send, code %s: %s, want %s", row.code, got, want)
		}

		// A later refusal proves nothing while the first send may be in flight.
		conclusive := want

		if want == supplier.FailedNotCreated || row.code == "50" {
			want, conclusive = supplier.Unknown, supplier.FailedCreated
		}

		if classOf(row.code) == classDenied { // the purchase was not checked
			conclusive = supplier.Unknown
		}

		if got := judge(row.code, row.status, later, false); got != want {
			t.Errorf("later, code %s: %s, want %s", row.code, got, want)
		}

		if got := judge(row.code, row.status, later, true); got != conclusive {
			t.Errorf("later and conclusive, code %s: %s, want %s", row.code, got, conclusive)
		}
	}
}

func TestCodeAndStatusMustAgree(t *testing.T) {
	t.Parallel()

	for _, row := range documented() {
		for _, status := range []string{"Sukses", "Pending", "Gagal", "", "OK"} {
			if status == row.status {
				continue
			}

			if got := judge(row.code, status, firstSend, true); got != supplier.Unknown {
				t.Errorf("code %s with status %q: %s", row.code, status, got)
			}
		}
	}
}

func TestUnlistedCodesFollowTheWord(t *testing.T) {
	t.Parallel()

	cases := map[string]supplier.Outcome{
		"Sukses":    supplier.Unknown, // never accepted without code 00
		"pending":   supplier.Pending,
		" GAGAL ":   supplier.FailedCreated, // refunded, but not sent elsewhere
		"Berhasil":  supplier.Unknown,
		"":          supplier.Unknown,
		"Diproses?": supplier.Unknown,
	}

	for status, want := range cases {
		if got := judge("123", status, firstSend, true); got != want {
			t.Errorf("status %q: %s, want %s", status, got, want)
		}

		if got := judge("", status, firstSend, true); got != supplier.Unknown {
			t.Errorf("no code, status %q: %s", status, got)
		}
	}
}

// TestReasonsOfCodes proves that every final failure has a sentence, and that trouble
// between us and the supplier is not disclosed.
func TestReasonsOfCodes(t *testing.T) {
	t.Parallel()

	var c Client

	for n := range 100 {
		code := fmt.Sprintf("%02d", n)
		reason := c.Reason(code)

		if reason.Message().Code() == "" {
			t.Errorf("%s: %q is no reason", code, reason)
		}

		if classOf(code) == classDenied && reason != supplier.ReasonUnavailable {
			t.Errorf("%s tells of our account: %q", code, reason)
		}
	}

	for code, want := range map[string]supplier.Reason{
		"44": supplier.ReasonUnavailable, "54": supplier.ReasonNumberWrong, "58": supplier.ReasonClosed, "60": supplier.ReasonNoBill,
		"87": supplier.ReasonNotThousands, "02": supplier.ReasonFailed, "no-answer": supplier.ReasonFailed,
	} {
		if got := c.Reason(code); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
