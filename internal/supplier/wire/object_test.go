package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func TestParseRupiah(t *testing.T) {
	t.Parallel()

	cases := []struct {
		value  string
		quoted bool
		want   money.Rupiah
		ok     bool
	}{
		{"10250", false, 10250, true},
		{"10250", true, 10250, true},
		{"10250.0", false, 10250, true},
		{"10250.00", true, 10250, true},
		{"10250.1", false, 10251, true}, // a cost is rounded up
		{"10.250", false, 11, true},     // a JSON number is unambiguous
		{"10.250", true, 0, false},      // as text it could mean ten thousand
		{"10,250", true, 0, false},
		{"5e11", false, 500_000_000_000, true},
		{"5E+11", false, 500_000_000_000, true},
		{"5e99999999", false, 0, false},
		{"5e-1", false, 0, false},
		{"0", false, 0, true},
		{"-1", false, 0, false},
		{"+1", true, 0, false},
		{"0x10", true, 0, false},
		{"1_000", true, 0, false},
		{"1/2", true, 0, false},
		{"", true, 0, false},
		{".", true, 0, false},
		{"e5", true, 0, false},
		{"Inf", true, 0, false},
		{"9999999999999999", false, 0, false},
		{strings.Repeat("1", 5000), false, 0, false},
	}

	for _, test := range cases {
		got, ok := parseRupiah(test.value, test.quoted)
		if got != test.want || ok != test.ok {
			t.Errorf("parseRupiah(%.30q, %v) = %d, %v; want %d, %v", test.value, test.quoted, got, ok, test.want, test.ok)
		}
	}
}

func TestReadObjectIsStrict(t *testing.T) {
	t.Parallel()

	for _, bad := range []string{
		``, `null`, `[]`, `"a"`, `{`, `{"a":1`, `{"a":1}{"b":2}`, `{"a":1} x`,
		`{"status":"Gagal","status":"Sukses"}`,
		`{"status":"Gagal","Status":"Sukses"}`,
	} {
		if _, err := ReadObject([]byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestReadParts(t *testing.T) {
	t.Parallel()

	fine := func(n money.Rupiah) *money.Rupiah { return &n }
	line := func(pairs ...string) (list []supplier.Detail) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, supplier.Detail{Key: pairs[i], Value: pairs[i+1]})
		}

		return list
	}

	for name, c := range map[string]struct {
		given []supplier.Detail
		parts []supplier.BillPart
		fine  *money.Rupiah
	}{
		"nothing":              {line("tarif", "R1", "alamat.denda", "7"), nil, nil},
		"one fine":             {line("denda", "5000", "tahun_pajak", "2019"), nil, fine(5000)},
		"fines without bills":  {line("detail.1.periode", "2", "detail.1.denda", "3", "detail.2.periode", "3", "detail.2.denda", "4"), nil, fine(7)},
		"fines twice":          {line("denda", "7", "detail.1.periode", "2", "detail.1.nilai_tagihan", "9", "detail.1.denda", "7"), []supplier.BillPart{{Period: "2", Amount: 9, Fine: 7}}, fine(7)},
		"no fine":              {line("detail.1.periode", "2", "detail.1.nilai_tagihan", "9"), []supplier.BillPart{{Period: "2", Amount: 9}}, nil},
		"an amount in words":   {line("detail.1.periode", "2", "detail.1.nilai_tagihan", "9.000", "denda", "5"), nil, nil},
		"a negative fine":      {line("denda", "-5"), nil, nil},
		"an amount beyond all": {line("denda", "9223372036854775807"), nil, nil},
	} {
		parts, found := ReadParts(c.given)
		if diff := cmp.Diff(c.parts, parts) + cmp.Diff(c.fine, found); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
