package settlement

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Rows of a page.
const (
	PeriodsPerPage = 50
	EventsPerPage  = 20
)

// Period finds a period of a client, or fault.ErrNotFound.
func (s *Service) Period(ctx context.Context, clientID, id int64) (Period, error) {
	return scanPeriod(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+periodColumns+" FROM settlement_periods p WHERE p.client_id = $1 AND p.id = $2",
		clientID, id))
}

// Periods returns a page of the periods of a client's settlement, the newest first. Pages start at 1. The open one has the
// present limits. Errors: fault.ErrNotFound for a settlement of another client.
func (s *Service) Periods(ctx context.Context, clientID, settlementID int64, page int) ([]Period, error) {
	st, err := s.OfClient(ctx, clientID)
	if err != nil {
		return nil, err
	}

	if st.ID != settlementID {
		return nil, NoSuchSettlement()
	}

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+periodColumns+` FROM settlement_periods p WHERE p.client_id = $1 AND p.settlement_id = $2
		ORDER BY p.number DESC LIMIT $3 OFFSET $4`, clientID, st.ID, PeriodsPerPage, int64(page-1)*PeriodsPerPage)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Period, error) {
		p, err := scanPeriod(row)
		if p.Open() {
			p.Limit, p.MaxLimit = st.Limit, st.MaxLimit
		}

		return p, err
	})
	if err != nil {
		return nil, wrapError("list the periods of", st.ID, err)
	}

	return list, nil
}

// EventFilter selects rows of the history of a period; zero values select all.
type EventFilter struct {
	Action Action
	From   time.Time // first moment
	To     time.Time // last moment
	Page   int       // from 1
}

// Events is a page of history.
type Events struct {
	Period  Period
	Entries []Entry // newest first
	More    bool    // whether a next page exists
}

// Events returns a page of the history of a period. Errors: fault.ErrValidation, fault.ErrNotFound for a settlement or period
// of another client.
func (s *Service) Events(ctx context.Context, clientID, settlementID, periodID int64, f EventFilter) (Events, error) {
	if !f.From.IsZero() && !f.To.IsZero() && f.To.Before(f.From) {
		return Events{}, fault.InvalidField("date_end", msgEndFirst)
	}

	p, err := s.Period(ctx, clientID, periodID)
	if err != nil {
		return Events{}, err
	}

	if p.SettlementID != settlementID {
		return Events{}, NoSuchPeriod()
	}

	rows, err := s.eventRows(ctx, p, f)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Entry, error) { return scanEntry(row) })
	if err != nil {
		return Events{}, wrapError("history of", settlementID, err)
	}

	if len(list) > EventsPerPage {
		return Events{Period: p, Entries: list[:EventsPerPage], More: true}, nil
	}

	return Events{Period: p, Entries: list}, nil
}

// eventRows reads the rows of a page and one more. A period without a filter is a range of row numbers without gaps, so its
// pages are found by subtraction.
func (s *Service) eventRows(ctx context.Context, p Period, f EventFilter) (*sql.Rows, error) {
	var w db.Where

	w.Add("client_id = ", p.ClientID)
	w.Add("settlement_id = ", p.SettlementID)
	w.Add("seq >= ", p.firstSeq)

	skipped := int64(f.Page-1) * EventsPerPage
	plain := f.Action == "" && f.From.IsZero() && f.To.IsZero()

	switch {
	case !p.Open() && plain:
		w.Add("seq <= ", p.lastSeq-skipped)
	case !p.Open():
		w.Add("seq <= ", p.lastSeq)
	default: // a late close leaves the rows after the end to the next period
		w.Add("created_at < ", clock.Micros(p.To))
	}

	if f.Action != "" {
		w.Add("action = ", string(f.Action))
	}

	if !f.From.IsZero() {
		w.Add("created_at >= ", clock.Micros(f.From))
	}

	if !f.To.IsZero() {
		w.Add("created_at <= ", clock.Micros(f.To))
	}

	text := "SELECT " + entryColumns + " FROM settlement_history WHERE " + w.Text() + fmt.Sprintf(" ORDER BY seq DESC LIMIT %d", EventsPerPage+1)
	if p.Open() || !plain {
		text += " OFFSET " + w.Arg(skipped)
	}

	return s.deps.DB.Reader().Query(ctx, text, w.Args...)
}

// TrialBalance sums what is left of all limits, and every contra account. All lines together are zero.
func (s *Service) TrialBalance(ctx context.Context) ([]ledger.Balance, error) {
	return book.TrialBalance(ctx, s.deps.DB.Reader())
}
