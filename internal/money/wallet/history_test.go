package wallet_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// change is one posting of a history that a test makes.
type change struct {
	wallet    wallet.Wallet
	at        time.Time
	action    wallet.Action
	amount    money.Rupiah
	reference string
}

// makeHistory makes a history, with an order for each payment. A refund returns the wallet's last payment.
func makeHistory(t testing.TB, d *db.DB, changes ...change) {
	t.Helper()

	last := map[int64]int64{}

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		for i, c := range changes {
			p := wallet.Posting{
				WalletID: c.wallet.ID, ClientID: c.wallet.ClientID, Action: c.action, Amount: c.amount,
				Contra: wallet.Adjustments, SourceRef: c.reference,
			}

			p.Key = fmt.Sprintf("%d-%d-%d", c.wallet.ID, c.at.UnixMicro(), i)

			if c.action == wallet.Payment {
				last[c.wallet.ID] = c.at.UnixMicro() + int64(i)
			}

			if c.action == wallet.Payment || c.action == wallet.Refund {
				p.Key, p.OrderID, p.Contra = "", last[c.wallet.ID], wallet.Sales
			}

			if _, _, err := wallet.PostTx(t.Context(), tx, c.at, p); err != nil {
				return err
			}
		}

		return nil
	})
	testkit.Must(t, err)
	testkit.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
			price, status, refunded, channel, input_hash, created_at, updated_at)
		SELECT p.order_id, p.client_id, p.reference, p.wallet_id, 'level_1', 'P', 'P', 'prepaid', '0812', -p.amount,
			CASE WHEN r.seq IS NULL THEN 4 ELSE 3 END, r.seq IS NOT NULL, 'portal', 0, p.created_at, p.created_at
		FROM wallet_history p LEFT JOIN wallet_history r ON r.client_id = p.client_id AND r.order_id = p.order_id AND r.action = 'refund'
		WHERE p.action = 'payment' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.client_id = p.client_id AND o.id = p.order_id)`)
}

func fieldOf(err error) string {
	if err == nil {
		return ""
	}

	return fault.From(err).Fields[0].Field
}

// everyRow reads the whole history of a client as the list sorts it.
func everyRow(t testing.TB, d *db.DB, clientID int64) []wallet.HistoryRow {
	t.Helper()

	rows, err := d.Reader().Query(t.Context(), `SELECT h.wallet_id, h.seq, h.action, h.created_at, h.reference, COALESCE(h.order_id, 0), w.type, h.amount
		FROM wallet_history h JOIN wallets w ON w.client_id = h.client_id AND w.id = h.wallet_id WHERE h.client_id = $1`, clientID)
	testkit.Must(t, err)

	defer rows.Close()

	var list []wallet.HistoryRow

	for rows.Next() {
		var (
			r  wallet.HistoryRow
			at int64
		)

		testkit.Must(t, rows.Scan(&r.WalletID, &r.Seq, &r.Action, &at, &r.SourceRef, &r.OrderID, &r.Type, &r.Amount))
		r.CreatedAt = clock.FromMicros(at)
		list = append(list, r)
	}

	testkit.Must(t, rows.Err())
	slices.SortFunc(list, func(a, b wallet.HistoryRow) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.WalletID, a.WalletID), cmp.Compare(b.Seq, a.Seq))
	})

	return list
}

func idsOf(rows []wallet.HistoryRow) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID().String()
	}

	return ids
}

// clientWithHistory makes a client with two wallets whose rows share many moments.
func clientWithHistory(t testing.TB, d *db.DB) {
	t.Helper()
	newClient(t, d, 1, "01.234.567.8-612.000")
	newClient(t, d, 2, nil)

	wallets := []wallet.Wallet{newWallet(t, d, 1, wallet.Level1), newWallet(t, d, 2, wallet.Level1), newWallet(t, d, 1, wallet.Multibiller)}
	start := now.Add(-72 * time.Hour)
	changes := []change{}

	for i := range 400 {
		w := wallets[i%len(wallets)]
		c := change{w, start.Add(time.Duration(i/4) * 40 * time.Minute), wallet.Payment, -100, "ref-" + strconv.Itoa(i)}

		switch {
		case i < len(wallets) || i%50 == 0:
			c.action, c.amount, c.reference = wallet.Topup, 50_000, "0003-"+strconv.Itoa(i%100)
		case i%7 == 0 && changes[i-len(wallets)].action == wallet.Payment:
			c.action, c.amount = wallet.Refund, 100
		case i%11 == 0:
			c.action, c.reference = wallet.Deduct, "correction"
		}

		changes = append(changes, c)
	}

	makeHistory(t, d, changes...)
}

// The list shows the rows that its filters select, in the same order on whatever way a page is reached. The model reads
// the whole table and filters it in memory.
func TestHistoryAgreesWithAModel(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clientWithHistory(t, d)

		s, zone, all := newService(t, d, clock.NewManual(now)), testkit.Jakarta(t), everyRow(t, d, 1)

		page := func(q wallet.HistoryQuery) []string {
			q.ClientID, q.Zone = 1, zone

			list, err := s.History(t.Context(), q)
			testkit.Must(t, err)

			return idsOf(list)
		}

		rapid.Check(t, func(r *rapid.T) {
			q := wallet.HistoryQuery{HistoryFilter: drawFilter(r, now, zone)}
			want := idsOf(slices.DeleteFunc(slices.Clone(all), func(row wallet.HistoryRow) bool { return !selects(q.HistoryFilter, row, zone) }))
			got, pages := []string{}, [][]string{}

			for n := 1; ; n++ {
				q.Page = n

				rows := page(q)
				if jump := (wallet.HistoryQuery{HistoryFilter: q.HistoryFilter, Page: n}); !slices.Equal(page(jump), rows) {
					r.Fatalf("page %d of %+v: by cursor %v, by jump %v", n, q.HistoryFilter, rows, page(jump))
				}

				got, pages = append(got, rows...), append(pages, rows)
				if len(rows) < wallet.HistoryPageSize {
					break
				}

				q.Before, _ = wallet.ParseRowID("", rows[len(rows)-1])
			}

			if !slices.Equal(got, want) {
				r.Fatalf("%+v:\ngot  %v\nwant %v", q.HistoryFilter, got, want)
			}

			q.Before = wallet.RowID{}

			for n := len(pages) - 1; n > 0 && len(pages[n]) > 0; n-- {
				q.Page = n
				q.After, _ = wallet.ParseRowID("", pages[n][0])

				if back := page(q); !slices.Equal(back, pages[n-1]) {
					r.Fatalf("back to page %d of %+v: got %v, want %v", n, q.HistoryFilter, back, pages[n-1])
				}
			}
		})
		testkit.ProveBooks(t, d)
	})
}

func drawFilter(r *rapid.T, now time.Time, zone *time.Location) wallet.HistoryFilter {
	f := wallet.HistoryFilter{
		Type:   rapid.SampledFrom([]wallet.Type{"", wallet.Level1, wallet.Multibiller, wallet.Level2}).Draw(r, "type"),
		Action: rapid.SampledFrom([]wallet.Action{"", "", wallet.Payment, wallet.Refund, wallet.Topup, wallet.Deduct, wallet.Tax22}).Draw(r, "action"),
	}

	if rapid.IntRange(0, 4).Draw(r, "search") == 0 {
		f.Search.Text = rapid.SampledFrom([]string{"correction", "0003-50", "ref-9", "no such", "a\x00", "\xff"}).Draw(r, "text")
	}

	parts := rapid.IntRange(0, 4).Draw(r, "parts")
	today := clock.DayOf(now.In(zone))
	from, to := today.AddDays(-rapid.IntRange(1, 4).Draw(r, "from")), today.AddDays(-rapid.IntRange(0, 1).Draw(r, "to"))
	start, end := clock.TimeOfDay(rapid.IntRange(0, 1439).Draw(r, "start")), clock.TimeOfDay(rapid.IntRange(0, 1439).Draw(r, "end"))

	if parts > 0 {
		f.Period.From = &from
	}

	if parts > 1 {
		f.Period.FromTime = &start
	}

	if parts > 2 {
		f.Period.To = &to
	}

	if parts > 3 && (from != to || start <= end) {
		f.Period.ToTime = &end
	}

	return f
}

// selects is the model of a filter.
func selects(f wallet.HistoryFilter, row wallet.HistoryRow, zone *time.Location) bool {
	local := row.CreatedAt.In(zone)
	day, minute := clock.DayOf(local), clock.TimeOfDay(local.Hour()*60+local.Minute())
	p := f.Period

	late := p.From == nil || day.Sub(*p.From) > 0 || day == *p.From && (p.FromTime == nil || minute >= *p.FromTime)
	early := p.To == nil || day.Sub(*p.To) < 0 || day == *p.To && (p.ToTime == nil || minute <= *p.ToTime)
	found := f.Search.Text == "" || row.OrderID == 0 && row.SourceRef == f.Search.Text

	return late && early && found && (f.Type == "" || f.Type == row.Type) && (f.Action == "" || f.Action == row.Action)
}

func TestHistorySearchFindsOrders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clientWithHistory(t, d)

		s := newService(t, d, clock.NewManual(now))
		find := func(clientID int64, orders ...int64) []string {
			list, err := s.History(t.Context(), wallet.HistoryQuery{
				ClientID: clientID, Zone: testkit.Jakarta(t), HistoryFilter: wallet.HistoryFilter{Search: wallet.Search{Text: "-", OrderIDs: orders}},
			})
			testkit.Must(t, err)

			return idsOf(list)
		}

		all := everyRow(t, d, 1)
		first, other := all[slices.IndexFunc(all, func(r wallet.HistoryRow) bool { return r.OrderID != 0 })], everyRow(t, d, 2)[0]

		if got := find(1, first.OrderID); !slices.Equal(got, []string{first.ID().String()}) {
			t.Errorf("found %v, want %v", got, first.ID())
		}

		if got := find(1, other.OrderID, 5); len(got) != 0 {
			t.Errorf("found rows of another client or of no order: %v", got)
		}

		_, err := s.History(t.Context(), wallet.HistoryQuery{ClientID: 1, Zone: testkit.Jakarta(t), Before: other.ID()})
		if !fault.ErrValidation.Is(err) {
			t.Errorf("a cursor of another client: %v", err)
		}
	})
}

func TestPeriodLimits(t *testing.T) {
	t.Parallel()

	zone := testkit.Jakarta(t)
	at := func(minutes int) *clock.TimeOfDay { return new(clock.TimeOfDay(minutes)) }
	today, tomorrow, yesterday := testkit.Day(t, "2026-11-21"), testkit.Day(t, "2026-11-22"), testkit.Day(t, "2026-11-20")

	for name, c := range map[string]struct {
		p     wallet.Period
		field string
	}{
		"nothing":                    {wallet.Period{}, ""},
		"a day alone":                {wallet.Period{From: today}, ""},
		"a day and its time":         {wallet.Period{From: today, FromTime: at(0)}, ""},
		"without an end time":        {wallet.Period{From: yesterday, FromTime: at(0), To: today}, ""},
		"all, one minute":            {wallet.Period{From: today, FromTime: at(5), To: today, ToTime: at(5)}, ""},
		"a time without its day":     {wallet.Period{FromTime: at(0)}, "dateStart"},
		"an end without start time":  {wallet.Period{From: today, To: today}, "timeStart"},
		"an end without any start":   {wallet.Period{To: today}, "timeStart"},
		"an end time without a day":  {wallet.Period{From: today, FromTime: at(0), ToTime: at(5)}, "dateEnd"},
		"an end day before":          {wallet.Period{From: today, FromTime: at(0), To: yesterday}, "dateEnd"},
		"an end minute before":       {wallet.Period{From: today, FromTime: at(6), To: today, ToTime: at(5)}, "timeEnd"},
		"a start in the future":      {wallet.Period{From: tomorrow}, "dateStart"},
		"an end in the future":       {wallet.Period{From: today, FromTime: at(0), To: tomorrow}, "dateEnd"},
		"later on the day of client": {wallet.Period{From: today, FromTime: at(1439)}, ""},
	} {
		err := c.p.Validate(now, zone)
		if got := fieldOf(err); got != c.field {
			t.Errorf("%s: field %q, want %q (%v)", name, got, c.field, err)
		}
	}
}

func TestRowIDsHaveOneForm(t *testing.T) {
	t.Parallel()

	for _, text := range []string{"1", "1-", "-1", "1-0", "0-1", "+1-2", "01-2", "1-2-3", "1--2", "a-b", "9223372036854775808-1", " 1-2"} {
		if _, err := wallet.ParseRowID("before", text); fieldOf(err) != "before" {
			t.Errorf("%q: %v", text, err)
		}
	}

	if r, err := wallet.ParseRowID("before", "12-340"); err != nil || r != (wallet.RowID{WalletID: 12, Seq: 340}) {
		t.Errorf("%v, %v", r, err)
	}
}
