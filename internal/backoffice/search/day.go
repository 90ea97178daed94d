package search

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// maxAmount is the greatest amount that is searched for.
const maxAmount = 1_000_000_000_000_000

// withDay is a text and a day that follows it: 100450 21/11, Rp 100.450 21-11-2026, a serial number 2026-11-21.
type withDay struct {
	text        string
	amount      int64 // 0: it is none
	from, until time.Time
}

// readDay splits a text at its day in Jakarta. A day without a year is the last one of that name.
func readDay(text string, now time.Time) (withDay, bool) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return withDay{}, false
	}

	day, ok := parseDay(text[at+1:], now.In(clock.Jakarta()))
	if !ok {
		return withDay{}, false
	}

	out := withDay{text: strings.TrimSpace(text[:at]), from: day, until: day.AddDate(0, 0, 1)}

	digits := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(out.text), "rp"), "."))
	digits = strings.NewReplacer(".", "", ",", "", " ", "").Replace(digits)

	if amount, err := strconv.ParseInt(digits, 10, 64); err == nil && amount > 0 && amount <= maxAmount {
		out.amount = amount
	}

	return out, out.text != ""
}

func parseDay(text string, today time.Time) (time.Time, bool) {
	text = strings.NewReplacer("-", "/", ".", "/").Replace(text)

	for _, form := range []string{"2/1/2006", "2006/1/2"} {
		if day, err := time.ParseInLocation(form, text, clock.Jakarta()); err == nil {
			return day, true
		}
	}

	// 29/2 is a day of the year of the form.
	day, err := time.ParseInLocation("2/1/2006", text+"/"+strconv.Itoa(today.Year()), clock.Jakarta())
	if err != nil {
		return time.Time{}, false
	}

	if day.After(today) {
		day = day.AddDate(-1, 0, 0)
	}

	return day, true
}

// ordersOfDay finds the orders of a day by their price or serial number. It reads the orders of that day alone: no index has either.
func (s *Service) ordersOfDay(ctx context.Context, clients []identity.Client, d withDay) ([]Hit, error) {
	q := order.StaffQuery{Clients: idsOf(clients), From: d.from, Until: d.until, Limit: most}

	var found []order.Order

	if d.amount > 0 {
		byAmount := q
		byAmount.Least, byAmount.Most = money.Rupiah(d.amount), money.Rupiah(d.amount)

		list, err := s.deps.Orders.StaffList(ctx, byAmount)
		if err != nil {
			return nil, fmt.Errorf("search orders of a day: %w", err)
		}

		found = list
	}

	if len(found) == 0 {
		q.Serial = d.text

		list, err := s.deps.Orders.StaffList(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("search orders of a day: %w", err)
		}

		found = list
	}

	return orderHits(found), nil
}

// transfersOfDay finds transfers to our accounts that a bank reported on a day, by their amount.
func (s *Service) transfersOfDay(ctx context.Context, d withDay) ([]Hit, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT id, COALESCE(client_id, 0), bank_code, account_no, description FROM bank_transfers
		WHERE received_at >= $1 AND received_at < $2 AND amount = $3 ORDER BY id DESC LIMIT $4`,
		clock.Micros(d.from), clock.Micros(d.until), d.amount, int64(most))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Hit, error) {
		var (
			id            int64
			bank, account string
			h             = Hit{Kind: Transfer}
		)

		err := row.Scan(&id, &h.ClientID, &bank, &account, &h.Text)
		h.ID, h.Title = strconv.FormatInt(id, 10), bank+" "+account

		return h, err
	})
	if err != nil {
		return nil, fmt.Errorf("search transfers of a day: %w", err)
	}

	return list, nil
}

func idsOf(clients []identity.Client) []int64 {
	ids := make([]int64, len(clients))
	for i, c := range clients {
		ids[i] = c.ID
	}

	return ids
}

func orderHits(list []order.Order) []Hit {
	hits := make([]Hit, len(list))
	for i, o := range list {
		hits[i] = Hit{Order, order.FormatID(o.ID), o.ClientID, o.ProductName, o.DestinationNo + " · " + o.Status.String()}
	}

	return hits
}
