package texth2h_test

import (
	"context"
	"strings"
	"testing"

	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/texth2h"
)

func free(context.Context, string, string) (bool, error) { return true, nil }

func example(t *testing.T, engine string) texth2h.Settings {
	t.Helper()

	s, err := texth2h.Example(engine)
	if err != nil {
		t.Fatal(err)
	}

	return s
}

func newClient(t *testing.T, s texth2h.Settings) *texth2h.Client {
	t.Helper()

	c, err := texth2h.New(texth2h.Config{BaseURL: "https://h2h.example.com", Settings: s, ClaimSerial: free})
	if err != nil {
		t.Fatal(err)
	}

	return c
}

// bothEngines has the rules of OtomaX and IRS together, over bare sentences, with reports in the form of IRS.
func bothEngines(t *testing.T) texth2h.Settings {
	t.Helper()

	s, irs := example(t, "otomax"), example(t, "irs")
	s.Reply = texth2h.Envelope{}
	s.Tests = nil

	for _, test := range example(t, "otomax").Tests {
		if test.Name == "failed, but the code says success" {
			continue
		}

		if _, sentence, ok := strings.Cut(test.Reply, "message="); ok {
			test.Reply = sentence
		}

		s.Tests = append(s.Tests, test)
	}

	for _, r := range irs.Rules {
		r.Name = "irs-" + r.Name
		s.Rules = append(s.Rules, r)
	}

	for _, test := range irs.Tests {
		test.Rule = "irs-" + test.Rule
		s.Tests = append(s.Tests, test)
	}

	s.Reports = &texth2h.Reports{
		Key: "00112233445566778899aabbccddeeff", Addresses: []string{"203.0.113.7"},
		Envelope: texth2h.Envelope{Ref: "refid", Code: "statuscode", Sentence: "msg", Codes: map[string]string{"1": "success", "2": "failed"}},
	}

	return s
}

// TestSentences has the sentences of the trade, in which one word decides whether money goes back.
func TestSentences(t *testing.T) {
	t.Parallel()

	c := newClient(t, bothEngines(t))

	const (
		first, query, late, report = "first", "query", "late", "report"

		success, pending, failed, refused, unknown = supplier.Success, supplier.Pending, supplier.FailedCreated, supplier.FailedNotCreated, supplier.Unknown
	)

	a := supplier.Request{Reference: "LK240001", SKU: "S10", Destination: "081298765432"}
	b := supplier.Request{Reference: "LK240002", SKU: "PLN50", Destination: "14223344556"}

	for n, test := range []struct {
		when    string
		reply   string
		outcome supplier.Outcome
		serial  string
		price   money.Rupiah
	}{
		{first, "R#LK240001 S10.081298765432 akan diproses. Saldo 1.250.400 @14:03", pending, "", 0},
		{first, "Request S10 ke 081298765432 segera diproses Saldo=1250400", pending, "", 0},
		{first, "Trx S10.081298765432 masih menunggu jawaban operator, mohon sabar", pending, "", 0},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN: 0417265309812. Saldo 1.240.150 @14:03:11", success, "0417265309812", 0},
		{first, "TRX S10.081298765432 BERHASIL, HRG:10250 SN: 0417265309812. SISA SALDO:1240150 CLIENTID=LK240001.", success, "0417265309812", 10250},
		{
			first, "T#55120077 R#LK240001 Tsel 10rb S10.081298765432 SUKSES. SN/Ref: 0417265309812. Sisa saldo 1.250.400 - 10.250 = 1.240.150 @28/11 14:03:11",
			success, "0417265309812", 10250,
		},
		{
			first, "T#55120078 R#LK240002 Token PLN50.14223344556 SUKSES. Kode = 1234-5678-9012-3456-7890/SRI REJEKI/R1M/900VA/33,4. Saldo 1.240.150 - 50.300 = 1.189.850 @28/11 14:05",
			success, "1234-5678-9012-3456-7890/SRI REJEKI/R1M/900VA/33,4", 50300,
		},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN: . Saldo 1.240.150 @14:03:11", pending, "", 0},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN:", unknown, "", 0},
		{first, "R#LK239977 S10.081298765432 SUKSES. SN: 0411111111111. Saldo 1.240.150 @09:12", unknown, "", 0},
		{first, "R#LK240001 S10.081298765431 SUKSES. SN: 0411111111111. Saldo 1.240.150 @09:12", unknown, "", 0},
		{first, "S10.081298765432 sudah pernah jam 09:12, status Sukses. SN: 0411111111111. Saldo 1.250.400", unknown, "", 0},
		{first, "S10.081298765432 sdh pernah pd 28/11, status Gagal. Utk trx ke-2 pakai format S10.2.nomor", unknown, "", 0},
		{first, "T#55120079 R#LK240001 S10.081298765432 GAGAL. Nomor tujuan salah. Saldo 1.250.400 @14:04", failed, "", 0},
		{first, "TRX S10.081298765432 GAGAL, Nomor diblokir. SISA SALDO:1250400 CLIENTID=LK240001.", failed, "", 0},
		{query, "T#55120079 R#LK240001 S10.081298765432 GAGAL. Timeout operator. Saldo 1.250.400 @14:09", failed, "", 0},
		{first, "Maaf, saldo anda tidak mencukupi. Saldo 4.100. Harga 10.250", refused, "", 0},
		{query, "Maaf, saldo anda tidak mencukupi. Saldo 4.100. Harga 10.250", unknown, "", 0},
		{first, "Produk S10 sedang gangguan, silakan coba lagi nanti", unknown, "", 0},
		{first, "Maaf produk non aktif", refused, "", 0},
		{first, "IP anda tidak terdaftar", refused, "", 0},
		{query, "TIDAK ADA transaksi tujuan 081298765432 pd 28/11. Tidak ada data.", unknown, "", 0},
		{query, "R#LK240001 S10.081298765432 dibatalkan, saldo di-refund 10.250. Saldo 1.250.400", failed, "", 0},
		{report, "refid=LK240001&statuscode=2&msg=TRX S10.081298765432 BERHASIL, SN 04172", unknown, "", 0},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN: 0417265309812. Trx lain GAGAL. Saldo 1.240.150", unknown, "", 0},
		{first, "", unknown, "", 0},
		{first, "<html><head><title>502 Bad Gateway</title></head></html>", unknown, "", 0},
		{first, "ok", unknown, "", 0},
		{first, "R#LK240001 S10.081298765432 GAGAL. Mohon tunggu 1 menit, transaksi terakhir masih diproses. Saldo 1.250.400", unknown, "", 0},
		{first, "Server sedang maintenance s/d 01.00 WIB", unknown, "", 0},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN: 04172653/LUCKY WIN BONUS 5GB. Saldo 1.240.150 @14:03", success, "04172653/LUCKY WIN BONUS 5GB", 0},
		{first, "T#55120080 R#LK240001 S10.081298765432 GAGAL karena timeout. Saldo 1.250.400 @14:04", unknown, "", 0},
		{late, "T#55120080 R#LK240001 S10.081298765432 GAGAL karena timeout. Saldo 1.250.400 @14:14", failed, "", 0},
		{query, "R#LK240001 S10.081298765432 REFUND. Saldo dikembalikan 10.250. Saldo 1.250.400 @15:40", failed, "", 0},
		{first, "R#LK24001 S10.081298765432 SUKSES. SN: 0417265309812. Saldo 1.240.150 @14:03", unknown, "", 0},
		{first, "R#LK240001 S5.081298765432 SUKSES. SN: 0417265309812. Saldo 1.245.150 @14:03", unknown, "", 0},
		{first, "R#LK240001 S10.081298765432 SUKSES. SN: 041726530981", unknown, "", 0},
	} {
		req := a
		if n == 6 { // the only one about the second request
			req = b
		}

		got, err := c.Explain(test.when, req, test.reply)
		if err != nil {
			t.Fatal(err)
		}

		if got.Outcome != test.outcome || got.SerialNumber != test.serial || got.Price != test.price {
			t.Errorf("sentence %d: %s %q %d by rule %q (%s), want %s %q %d", n+1,
				got.Outcome, got.SerialNumber, got.Price, got.Rule, got.Message, test.outcome, test.serial, test.price)
		}

		if when := test.when; when != first && when != report && got.Outcome == supplier.FailedNotCreated {
			t.Errorf("sentence %d: a query proves nothing about the first send", n+1)
		}
	}

	if reason := c.Reason("rule:wrong-number"); reason != supplier.ReasonNumberWrong {
		t.Errorf("reason %q", reason)
	}
}
