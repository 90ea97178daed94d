package digiflazz

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

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

			got := interpret(interpretInput{Reply: wire.Reply{Status: test.status, Body: []byte(test.body)}, reference: "R1", sku: "xld10", destination: "0878"})
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

	got := interpret(interpretInput{Reply: wire.Reply{Status: 200, Body: []byte(body)}, reference: "R1"})
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
