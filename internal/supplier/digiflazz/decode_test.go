package digiflazz

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
		if _, err := readObject([]byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func contradictory(why string) supplier.Answer {
	return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeContradiction, Message: why}
}

func TestInterpret(t *testing.T) {
	t.Parallel()

	const ok = 200

	cases := []struct {
		name   string
		status int
		body   string
		want   supplier.Answer
	}{
		{
			"success", ok,
			`{"data":{"ref_id":"R1","status":"Sukses","rc":"00","message":"Transaksi Sukses","sn":"SN-1","price":10150}}`,
			supplier.Answer{Outcome: supplier.Success, Code: "00", Message: "Transaksi Sukses", SerialNumber: "SN-1", Price: 10150},
		},
		{
			"numbers in other types", ok,
			`{"data":{"ref_id":"R1","status":"sukses","rc":"00","message":null,"sn":12345678901234567890,"price":"10150.00"}}`,
			supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "12345678901234567890", Price: 10150},
		},
		{
			"an unreadable price changes no outcome", ok,
			`{"data":{"ref_id":"R1","status":"Sukses","rc":"00","price":"ten"}}`,
			supplier.Answer{Outcome: supplier.Success, Code: "00"},
		},
		{
			"another reference", ok,
			`{"data":{"ref_id":"R2","status":"Sukses","rc":"00","sn":"SN-1"}}`,
			contradictory("The supplier answered about another reference: R2"),
		},
		{
			"the same reference, SKU and number", ok,
			`{"data":{"ref_id":"R1","buyer_sku_code":"xld10","customer_no":"0878","status":"Sukses","rc":"00","sn":"SN-1"}}`,
			supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "SN-1"},
		},
		{
			"another SKU", ok,
			`{"data":{"ref_id":"R1","buyer_sku_code":"xld100","customer_no":"0878","status":"Sukses","rc":"00","sn":"SN-1"}}`,
			contradictory("The supplier answered about another SKU: xld100"),
		},
		{
			"another number", ok,
			`{"data":{"ref_id":"R1","buyer_sku_code":"xld10","customer_no":"0879","status":"Sukses","rc":"00","sn":"SN-1"}}`,
			contradictory("The supplier answered about another number: 0879"),
		},
		{
			"the failure of another number", ok,
			`{"data":{"ref_id":"R1","customer_no":"0879","status":"Gagal","rc":"02"}}`,
			contradictory("The supplier answered about another number: 0879"),
		},
		{
			"the bill of another number", ok,
			`{"data":{"ref_id":"R1","customer_no":"0879","status":"Sukses","rc":"00","customer_name":"Some One","selling_price":5000}}`,
			contradictory("The supplier answered about another number: 0879"),
		},
		{
			"success without a reference", ok,
			`{"data":{"status":"Sukses","rc":"00"}}`,
			contradictory("The supplier answered without a reference."),
		},
		{
			"a refusal may come without a reference, under 4xx", 400,
			`{"data":{"status":"Gagal","rc":"41","message":"Signature salah"}}`,
			supplier.Answer{Outcome: supplier.FailedNotCreated, Code: "41", Message: "Signature salah"},
		},
		{
			"good news under 4xx", 403,
			`{"data":{"ref_id":"R1","status":"Sukses","rc":"00"}}`,
			contradictory("The supplier answered success with HTTP status 403."),
		},
		{
			"5xx whatever it says", 502,
			`{"data":{"ref_id":"R1","status":"Gagal","rc":"02"}}`,
			supplier.Answer{
				Outcome: supplier.Unknown, Code: supplier.CodeHTTPStatus,
				Message: "The supplier answered with HTTP status 502.",
			},
		},
		{"a page instead of an answer", ok, `<html>maintenance</html>`, unreadable()},
		{"no data", ok, `{"message":"ok"}`, unreadable()},
		{"empty data", ok, `{"data":{}}`, unreadable()},
	}

	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()

			got := interpret(interpretInput{reply: reply{status: test.status, body: []byte(test.body)}, reference: "R1", sku: "xld10", destination: "0878"})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadBill(t *testing.T) {
	t.Parallel()

	const body = `{"data":{"ref_id":"R1","customer_no":"530000000002","customer_name":"Nama Pelanggan","buyer_sku_code":"pln",
		"admin":"5000","message":"Transaksi Sukses","status":"Sukses","rc":"00","price":20600,"selling_price":21000.0,
		"desc":{"tarif":"R1","daya":1300,"lembar_tagihan":2,"detail":[
			{"periode":"201901","nilai_tagihan":"8000","admin":"2500","denda":"0"},
			{"periode":"201902","nilai_tagihan":"8000","admin":"2500","denda":"150"}]}}}`

	got := interpret(interpretInput{reply: reply{status: 200, body: []byte(body)}, reference: "R1"})
	want := &supplier.Bill{
		CustomerName: "Nama Pelanggan",
		Periods:      []string{"201901", "201902"},
		Admin:        5000,
		Amount:       21000,
		Details: []supplier.Detail{
			{Key: "tarif", Value: "R1"},
			{Key: "daya", Value: "1300"},
			{Key: "lembar_tagihan", Value: "2"},
			{Key: "detail.1.periode", Value: "201901"},
			{Key: "detail.1.nilai_tagihan", Value: "8000"},
			{Key: "detail.1.admin", Value: "2500"},
			{Key: "detail.1.denda", Value: "0"},
			{Key: "detail.2.periode", Value: "201902"},
			{Key: "detail.2.nilai_tagihan", Value: "8000"},
			{Key: "detail.2.admin", Value: "2500"},
			{Key: "detail.2.denda", Value: "150"},
		},
		Fine:  new(money.Rupiah(150)),
		Parts: []supplier.BillPart{{Period: "201901", Amount: 8000, Admin: 2500}, {Period: "201902", Amount: 8000, Admin: 2500, Fine: 150}},
	}

	if diff := cmp.Diff(want, got.Bill); diff != "" {
		t.Error(diff)
	}

	if got.Price != 20600 {
		t.Errorf("cost %d", got.Price)
	}
}

// Kinds of bills differ in what they tell. What is not clear is not told.
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
		parts, found := readParts(c.given)
		if diff := cmp.Diff(c.parts, parts) + cmp.Diff(c.fine, found); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadRows(t *testing.T) {
	t.Parallel()

	rows, err := readRows([]byte(`{"data":[
		{"product_name":"Telkomsel 10.000","category":"Pulsa","brand":"TELKOMSEL","type":"Umum","seller_name":"PT A","price":10150,
		 "buyer_sku_code":"tsel10","buyer_product_status":true,"seller_product_status":true,"unlimited_stock":false,"stock":40,
		 "multi":true,"start_cut_off":"23:45","end_cut_off":"0:15","desc":"-"},
		{"product_name":"Broken","price":"?","buyer_sku_code":"broken","buyer_product_status":true,"seller_product_status":true},
		{"product_name":"No code","price":1}]}`), false)
	if err != nil {
		t.Fatal(err)
	}

	want := []supplier.PriceRow{
		{
			SKU: "tsel10", Name: "Telkomsel 10.000", Category: "Pulsa", Brand: "TELKOMSEL", Type: "Umum", Seller: "PT A",
			Description: "-", Price: 10150, Active: true, Stock: 40, Multi: true, CutOffStart: "23:45", CutOffEnd: "0:15",
		},
		{SKU: "broken", Name: "Broken"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
}
