package iak

import (
	"strings"
	"testing"

	"loket/internal/supplier"
)

// documented is a row of the tables of response codes: the outcome of the first send, of a status query soon after it, and of one when the
// first send can no longer be in flight.
type documented struct {
	codes               string
	first, soon, at, by supplier.Outcome // by: long after the send
	wrongInput          bool
	reason              supplier.Reason
}

const (
	success = supplier.Success
	pending = supplier.Pending
	created = supplier.FailedCreated
	not     = supplier.FailedNotCreated
	unknown = supplier.Unknown
)

// goodsTable is https://api.iak.id/api/prepaid/response-code.
func goodsTable() []documented {
	return []documented{
		{"00", success, success, success, success, false, supplier.ReasonFailed},
		{"39 201", pending, pending, pending, pending, false, supplier.ReasonFailed},
		{"06", unknown, unknown, created, created, false, supplier.ReasonFailed},
		{"07", created, created, created, created, false, supplier.ReasonFailed},
		{"10 121", created, created, created, created, false, supplier.ReasonTooOften},
		{"12", created, created, created, created, false, supplier.ReasonAmount},
		{"13", created, created, created, created, true, supplier.ReasonNumberBlocked},
		{"14 141 142", created, created, created, created, true, supplier.ReasonNumberWrong},
		{"16", created, created, created, created, true, supplier.ReasonOtherOperator},
		{"18 19", created, created, created, created, false, supplier.ReasonNumberWrong},
		{"131", created, created, created, created, true, supplier.ReasonOtherRegion},
		{"17 20 102 106 110 117 118 204 205", not, unknown, unknown, unknown, false, supplier.ReasonUnavailable},
		{"107", not, unknown, unknown, unknown, false, supplier.ReasonFailed},
		{"202 207", not, unknown, unknown, unknown, false, supplier.ReasonTooOften},
		{"203", not, unknown, unknown, unknown, true, supplier.ReasonNumberWrong},
		{"206", not, unknown, unknown, unknown, false, supplier.ReasonNumberBlocked},
		{"143 999 0 1", unknown, unknown, unknown, unknown, false, supplier.ReasonFailed},
	}
}

// billTable is https://api.iak.id/api/postpaid/response-code.
func billTable() []documented {
	return []documented{
		{"00", success, success, success, success, false, supplier.ReasonFailed},
		{"39 05 201", pending, pending, pending, pending, false, supplier.ReasonFailed},
		{"42 02", unknown, unknown, created, created, false, supplier.ReasonFailed},
		{"01 34 40", unknown, unknown, unknown, created, false, supplier.ReasonNoBill},
		{"03 04 06", not, unknown, unknown, unknown, false, supplier.ReasonFailed},
		{"07 37 38 09 30 36 41 32 35", created, created, created, created, false, supplier.ReasonFailed},
		{"08 13", created, created, created, created, true, supplier.ReasonNumberBlocked},
		{"10", created, created, created, created, false, supplier.ReasonNoBill},
		{"11", unknown, unknown, unknown, unknown, false, supplier.ReasonFailed},
		{"14 15 108", created, created, created, created, true, supplier.ReasonNumberWrong},
		{"16", created, created, created, created, true, supplier.ReasonOtherOperator},
		{"17 20 100 101 102 106 107 110 117 118", not, unknown, unknown, unknown, false, supplier.ReasonUnavailable},
		{"31", created, created, created, created, false, supplier.ReasonAmount},
		{"33 94", created, created, created, created, false, supplier.ReasonUnavailable},
		{"91 92 105", unknown, created, created, created, false, supplier.ReasonFailed},
		{"103", unknown, created, created, created, false, supplier.ReasonTimeout},
		{"93", created, created, created, created, true, supplier.ReasonAmount},
		{"109", not, unknown, unknown, unknown, false, supplier.ReasonClosed},
		{"999", unknown, unknown, unknown, unknown, false, supplier.ReasonFailed},
	}
}

func TestDocumentedCodes(t *testing.T) {
	t.Parallel()

	for mark, table := range map[string]struct {
		rows []documented
		code func(string) row
	}{"": {goodsTable(), goodsCode}, billMark: {billTable(), billCode}} {
		for _, d := range table.rows {
			for code := range strings.FieldsSeq(d.codes) {
				r := table.code(code)
				got := [4]supplier.Outcome{
					r.class.judge(timing{when: firstSend, conclusive: true, settled: true}), r.class.judge(timing{when: later}),
					r.class.judge(timing{when: later, conclusive: true}), r.class.judge(timing{when: later, conclusive: true, settled: true}),
				}

				if want := [4]supplier.Outcome{d.first, d.soon, d.at, d.by}; got != want {
					t.Errorf("%s%s: %v, want %v", mark, code, got, want)
				}

				if r.wrongInput != d.wrongInput {
					t.Errorf("%s%s: wrong input %v", mark, code, r.wrongInput)
				}

				if reason := new(Client).Reason(mark + code); reason != d.reason {
					t.Errorf("%s%s: %q, want %q", mark, code, reason, d.reason)
				}
			}
		}
	}
}

// TestInquiriesOfEveryCode: an inquiry pays nothing, so a failure that is not about the customer lets the next supplier be asked.
func TestInquiriesOfEveryCode(t *testing.T) {
	t.Parallel()

	for want, codes := range map[supplier.Outcome]string{
		success: "00",
		created: "01 34 40 07 37 38 08 13 09 10 14 15 108 16 30 36 41 31 32 35 33 93 94",
		not:     "03 04 06 17 20 91 92 103 105 100 101 102 107 117 118 106 110 109",
		unknown: "39 05 201 11 42 02 999",
	} {
		for code := range strings.FieldsSeq(codes) {
			if got := billCode(code).class.judgeInquiry(); got != want {
				t.Errorf("%s: %s, want %s", code, got, want)
			}
		}
	}
}
