package main

import "testing"

// What waits is listed in words, whatever kind it is, without fields that were not given.
func TestWishesInWords(t *testing.T) {
	t.Parallel()

	for input, want := range map[string]string{
		`{"clientId":1001,"type":"level_1","action":"","amount":-5000,"contra":"adjustments","key":"k","reference":"","reason":"r"}`: "client 1001, wallet level_1, amount -Rp 5.000, contra adjustments",
		`{"transferId":7,"return":true,"reason":"r"}`:                                                       "transfer 7, return true",
		`{"transferId":7,"clientId":1002,"walletType":"level_2","reason":"r"}`:                              "transfer 7, client 1002, wallet level_2",
		`{"clientId":1001,"create":false,"active":false,"limit":0,"maxLimit":100000001,"days":9,"key":"a"}`: "client 1001, active false, limit Rp 0, cap Rp 100.000.001, days Mon,Thu",
		`[{"id":0,"productCode":"TSEL10","clientId":0,"supplier":"","amount":10000,"before":null,"effectiveAt":"2026-11-30T17:00:00Z","status":"","createdBy":"","reason":"","createdAt":"0001-01-01T00:00:00Z"},` +
			`{"id":3,"productCode":"TSEL20","clientId":1001,"amount":null,"effectiveAt":"2026-12-01T00:00:00Z","status":"cancelled","createdAt":"0001-01-01T00:00:00Z"}]`: "product TSEL10, amount Rp 10.000, from 2026-12-01 00:00:00 WIB; product TSEL20, client 1001, amount none, from 2026-12-01 07:00:00 WIB, status cancelled",
		`{"broken`: `{"broken`,
	} {
		if got := wish(input); got != want {
			t.Errorf("%s:\n%s, want\n%s", input, got, want)
		}
	}
}
