package invoice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

var errDraft = errors.New("invoice: the draft is not valid")

func checkDraft(d settlement.Draft) error {
	for _, amount := range []money.Rupiah{d.Used, d.Refunded, d.CreditBefore, d.CreditAfter, d.Credited(), d.Amount()} {
		if amount < 0 {
			return fmt.Errorf("%w: period %d: %+v", errDraft, d.PeriodID, d)
		}
	}

	if !d.From.Before(d.To) || d.DueAt.Before(d.To) {
		return fmt.Errorf("%w: period %d: %+v", errDraft, d.PeriodID, d)
	}

	return nil
}

// linesOf are the lines of an invoice. What is zero has none, except the usage.
func linesOf(d settlement.Draft) []Line {
	list := []Line{{Usage, d.Used}}

	for _, l := range []Line{{Carried, -d.CreditBefore}, {Refunds, -d.Refunded}, {Left, d.CreditAfter}} {
		if l.Amount != 0 {
			list = append(list, l)
		}
	}

	return list
}

// IssueTx issues the invoice of a period, in the transaction that closes the period. A period has one invoice: for a
// second one the database reports a conflict (db.IsUnique) and the transaction must end. The number is taken in the
// transaction, so a rollback leaves no gap.
func (s *Service) IssueTx(ctx context.Context, tx *db.Tx, now time.Time, d settlement.Draft) error {
	if err := checkDraft(d); err != nil {
		return err
	}

	client, err := s.deps.Clients.ClientTx(ctx, tx, d.ClientID)
	if err != nil {
		return fmt.Errorf("client of an invoice: %w", err)
	}

	i := Invoice{
		ClientID: d.ClientID, SettlementID: d.SettlementID, PeriodID: d.PeriodID, From: d.From, To: d.To, IssuedAt: now,
		DueOn: d.DueOn, DueAt: d.DueAt,
		Used: d.Used, Credited: d.Credited(), Amount: d.Amount(), Seller: s.opt.Seller, Account: s.opt.Account,
		Buyer: Party{Name: client.LegalName, TaxNumber: client.TaxNumber}, Status: Unpaid, entity: s.opt.Entity, token: ids.Token(),
	}

	i.markTest()

	if i.Amount == 0 { // nothing is left to pay
		i.Status, i.PaidAt = Paid, now
	}

	if i.VAT, err = vatTx(ctx, tx, d.To, i.Amount); err != nil {
		return err
	}

	if err := s.insertTx(ctx, tx, &i, d); err != nil {
		return fmt.Errorf("issue the invoice of period %d: %w", d.PeriodID, err)
	}

	happened := []event.Event{i.event(event.InvoiceIssued, s.until(now))}
	if i.Status == Paid {
		happened = append(happened, i.event(event.InvoicePaid, s.until(now)))
	}

	if err := event.AddTx(ctx, tx, happened...); err != nil {
		return err
	}

	if err := s.sendIssued(ctx, tx, &i, client); err != nil {
		return err
	}

	s.deps.Live.ChangedTx(tx, i.ClientID, LiveTopic)

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: audit.System, Client: i.ClientID, Action: "invoice.issue", Subject: subject(i.ID),
		Detail: map[string]any{"invoiceNo": i.No, "period": i.PeriodID, "amount": int64(i.Amount)},
	})
}

func subject(id int64) string { return fmt.Sprintf("invoice:%d", id) }

// nextNumber takes the next number of a series of an entity in the year of the issue, in the zone of Indonesian tax dates.
func nextNumber(ctx context.Context, tx *db.Tx, now time.Time, entity, sequence, series string) (year int, number int64, text string, err error) {
	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return 0, 0, "", err
	}

	year = now.In(zone).Year()

	number, err = db.NextSequence(ctx, tx, fmt.Sprintf("%s/%s/%d", sequence, entity, year))

	return year, number, fmt.Sprintf("%s-%s-%d-%06d", entity, series, year, number), err
}

// The series of numbers: the names of their counters and their part in the number.
const (
	invoiceSequence, invoiceSeries = "invoice", "INV"
	noteSequence, noteSeries       = "credit-note", "CN"
)

func (s *Service) insertTx(ctx context.Context, tx *db.Tx, i *Invoice, d settlement.Draft) error {
	seller, err := json.Marshal(i.Seller)
	if err != nil {
		return err
	}

	buyer, err := json.Marshal(i.Buyer)
	if err != nil {
		return err
	}

	if i.ID, err = db.NextSequence(ctx, tx, "invoices"); err != nil {
		return err
	}

	year, number, no, err := nextNumber(ctx, tx, i.IssuedAt, i.entity, invoiceSequence, invoiceSeries)
	if err != nil {
		return err
	}

	i.No = no

	_, err = tx.Exec(ctx, `INSERT INTO invoices (id, client_id, settlement_id, period_id, entity, year, number, invoice_no, token,
			period_from, period_to, issued_at, due_on, due_at, used, credited, amount, vat_points, vat_base, vat,
			seller, buyer, bank_code, account_no, account_name)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
		i.ID, i.ClientID, i.SettlementID, i.PeriodID, i.entity, int64(year), number, i.No, i.token,
		clock.Micros(i.From), clock.Micros(i.To), clock.Micros(i.IssuedAt), i.DueOn.String(), clock.Micros(i.DueAt),
		int64(i.Used), int64(i.Credited), int64(i.Amount), i.VAT.Points, int64(i.VAT.Base), int64(i.VAT.Amount),
		string(seller), string(buyer), i.Account.BankCode, i.Account.No, i.Account.Name)
	if err != nil {
		return err
	}

	for _, l := range linesOf(d) {
		_, err := tx.Exec(ctx, "INSERT INTO invoice_lines (invoice_id, kind, amount) VALUES ($1, $2, $3)", i.ID, string(l.Kind), int64(l.Amount))
		if err != nil {
			return err
		}
	}

	var remind, paid *int64

	// Nobody is reminded of an invoice of a sandbox.
	if next := nextReminder(i.DueAt, i.IssuedAt); i.Status.Open() && !next.IsZero() && !clientid.IsSandbox(i.ClientID) {
		at := clock.Micros(next)
		remind = &at
	}

	if !i.PaidAt.IsZero() {
		at := clock.Micros(i.PaidAt)
		paid = &at
	}

	_, err = tx.Exec(ctx, `INSERT INTO invoice_states (invoice_id, client_id, settlement_id, status, due_at, remind_at, paid_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		i.ID, i.ClientID, i.SettlementID, string(i.Status), clock.Micros(i.DueAt), remind, paid)

	return err
}
