package schedule

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// FuzzNewOrder: whatever a caller sends is either refused with a field that was sent, or within every bound: different
// destinations in their stored form, a printable name, a moment and an end in time, and the confirmed total.
func FuzzNewOrder(f *testing.F) {
	f.Add("Payday", "081234567890\n6281234567890\n0812-3456-7891", int64(0), false, int64(0), int64(0), int64(20_500), uint8(0))
	f.Add("Twice", "081234567890\n6281234567890", int64(0), false, int64(0), int64(0), int64(20_500), uint8(0))
	f.Add("Too long", "8000000000000000000\n01", int64(0), false, int64(0), int64(0), int64(20_500), uint8(0))
	f.Add("Office", "512345678901", int64(600), true, int64(3_000_000), int64(0), int64(0), uint8(1))
	f.Add("E-wallet", "081234567890", int64(-600), true, int64(-1), int64(20_000), int64(21_000), uint8(2))
	f.Add("\x00", "no number\n", int64(1<<40), false, int64(1<<40), int64(-5), int64(-1), uint8(3))

	kinds := []catalog.Product{
		{Code: "P", Kind: catalog.Prepaid, OperatorType: "mobile", Active: true},
		{Code: "B", Kind: catalog.Postpaid, OperatorType: "electricity_postpaid", Active: true},
		{Code: "O", Kind: catalog.Open, OperatorType: "ewallet_inquiry", Active: true, MinAmount: 10_000, MaxAmount: 1_000_000},
		{Code: "OFF", Kind: catalog.Prepaid},
	}

	now := time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)
	s := &Service{deps: Deps{Clock: clock.NewManual(now)}}

	f.Fuzz(func(t *testing.T, name, list string, ahead int64, monthly bool, ends, amount, total int64, kind uint8) {
		p := kinds[int(kind)%len(kinds)]
		n := CreateInput{Name: name, Destinations: strings.Split(list, "\n"), Monthly: monthly, ExpectedTotal: new(money.Rupiah(total))}

		const most = 1 << 32 // seconds: a century

		if ahead != 0 {
			n.At = now.Add(time.Duration(ahead%most) * time.Second)
		}

		if ends != 0 {
			n.EndsAt = now.Add(time.Duration(ends%most) * time.Second)
		}

		if amount != 0 {
			n.Amount = new(money.Rupiah(amount))
		}

		o, err := s.prepare(s.deps.Clock.Now(), n, p, 10_250)
		if err != nil {
			for _, field := range fault.From(err).Fields {
				known, _, _ := strings.Cut(field.Field, "[")
				if !slices.Contains([]string{"name", "destinationNos", "amount", "expectedTotal", "scheduledAt", "endsAt"}, known) {
					t.Errorf("refused with the field %q", field.Field)
				}
			}

			return
		}

		again, wrong := normaliseDestinations(o.Destinations, p)

		different := slices.Compact(slices.Sorted(slices.Values(o.Destinations)))
		if len(wrong) > 0 || !slices.Equal(again, o.Destinations) || len(different) != len(again) || o.Quantity != len(again) || o.Quantity < 1 || o.Quantity > MaxLines {
			t.Errorf("destinations %q of %q", o.Destinations, list)
		}

		if o.Name == "" || o.Name != strings.TrimSpace(o.Name) || strings.ContainsAny(o.Name, "\x00\n\r\u202e") {
			t.Errorf("name %q", o.Name)
		}

		if o.Repeats && (o.Immediate || n.EndsAt.IsZero()) || !o.Immediate && (o.ScheduledAt.Before(now) || o.ScheduledAt.After(now.AddDate(0, 0, mostDays))) {
			t.Errorf("at %s, monthly %t, ends %s", o.ScheduledAt, o.Repeats, n.EndsAt)
		}

		if p.Kind != catalog.Postpaid && o.EstimatedTotal() != money.Rupiah(total) || o.EstimatedTotal() < 0 {
			t.Errorf("a total of %s was confirmed, it is %s", money.Rupiah(total), o.EstimatedTotal())
		}
	})
}
