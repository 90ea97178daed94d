package invoice

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

const invoiceQuery = `SELECT i.id, i.client_id, i.settlement_id, i.period_id, i.entity, i.invoice_no, i.token, i.period_from, i.period_to, i.issued_at,
		i.due_on, i.due_at, i.used, i.credited, i.amount, i.vat_points, i.vat_base, i.vat, i.seller, i.buyer,
		i.bank_code, COALESCE(b.name, i.bank_code), i.account_no, i.account_name,
		s.status, COALESCE(s.transfer_on, ''), COALESCE(s.paid_at, 0), COALESCE(s.done_at, 0),
		COALESCE(p.id, 0), COALESCE(p.file_key, ''), COALESCE(f.id, 0), COALESCE(f.file_key, ''),
		(SELECT COALESCE(SUM(n.amount), 0) FROM credit_notes n WHERE n.invoice_id = i.id)
	FROM invoices i
	JOIN invoice_states s ON s.invoice_id = i.id
	LEFT JOIN banks b ON b.code = i.bank_code
	LEFT JOIN invoice_files p ON p.id = s.proof_id
	LEFT JOIN invoice_files f ON f.id = s.formal_id `

func scanInvoice(row db.Row) (Invoice, error) {
	var (
		i                                               Invoice
		from, to, issued, due, paid, done               int64
		dueOn, transferOn, seller, buyer, proof, formal string
	)

	err := row.Scan(&i.ID, &i.ClientID, &i.SettlementID, &i.PeriodID, &i.entity, &i.No, &i.token, &from, &to, &issued, &dueOn, &due,
		&i.Used, &i.Credited, &i.Amount, &i.VAT.Points, &i.VAT.Base, &i.VAT.Amount, &seller, &buyer,
		&i.Account.BankCode, &i.Account.BankName, &i.Account.No, &i.Account.Name, &i.Status, &transferOn, &paid, &done,
		&i.Proof.ID, &proof, &i.Formal.ID, &formal, &i.CreditNoted)
	if errors.Is(err, sql.ErrNoRows) {
		return Invoice{}, fault.ErrNotFound.Msg(msgNoInvoice)
	}

	if err != nil {
		return Invoice{}, fmt.Errorf("read an invoice: %w", err)
	}

	i.From, i.To, i.IssuedAt, i.DueAt = clock.FromMicros(from), clock.FromMicros(to), clock.FromMicros(issued), clock.FromMicros(due)
	i.PaidAt, i.DoneAt = clock.FromMicrosOrZero(paid), clock.FromMicrosOrZero(done)
	i.Proof.Key, i.Formal.Key = file.Key(proof), file.Key(formal)

	if i.DueOn, err = clock.ParseDay(dueOn); err != nil {
		return Invoice{}, fmt.Errorf("invoice %d: %w", i.ID, err)
	}

	if transferOn != "" {
		if i.TransferOn, err = clock.ParseDay(transferOn); err != nil {
			return Invoice{}, fmt.Errorf("invoice %d: %w", i.ID, err)
		}
	}

	err = errors.Join(json.Unmarshal([]byte(seller), &i.Seller), json.Unmarshal([]byte(buyer), &i.Buyer))
	if err != nil {
		return Invoice{}, fmt.Errorf("invoice %d: %w", i.ID, err)
	}

	return i, nil
}

// PageSize is the number of invoices on a page (docs/product/invoices.md#list).
const PageSize = 10

// Query selects a page of a client's invoices.
type Query struct {
	ClientID int64
	Status   Status // empty: all
	Page     int    // from 1
}

// List returns a page of a client's invoices, newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Invoice, error) {
	text, args := invoiceQuery+"WHERE i.client_id = $1", []any{q.ClientID}

	if q.Status != "" {
		text += " AND s.status = $2"

		args = append(args, string(q.Status))
	}

	text += fmt.Sprintf(" ORDER BY i.id DESC LIMIT %d OFFSET %d", PageSize, (max(q.Page, 1)-1)*PageSize)

	list, err := listInvoices(ctx, s.deps.DB.Reader(), text, args...)
	if err != nil {
		return nil, fmt.Errorf("list invoices of client %d: %w", q.ClientID, err)
	}

	return list, nil
}

func listInvoices(ctx context.Context, q db.Querier, text string, args ...any) ([]Invoice, error) {
	rows, err := q.Query(ctx, text, args...)

	return db.Collect(rows, err, func(row *sql.Rows) (Invoice, error) { return scanInvoice(row) })
}

// Get returns an invoice of a client, or fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID, id int64) (Invoice, error) {
	return scanInvoice(s.deps.DB.Reader().QueryRow(ctx, invoiceQuery+"WHERE i.client_id = $1 AND i.id = $2", clientID, id))
}

// OfPeriods returns the invoices of a client's periods by period.
func (s *Service) OfPeriods(ctx context.Context, clientID int64, periods []int64) (map[int64]Invoice, error) {
	found := make(map[int64]Invoice, len(periods))

	if len(periods) == 0 {
		return found, nil
	}

	marks, args := make([]string, len(periods)), []any{clientID}

	for n, id := range periods {
		args = append(args, id)
		marks[n] = fmt.Sprintf("$%d", len(args))
	}

	list, err := listInvoices(ctx, s.deps.DB.Reader(), invoiceQuery+"WHERE i.client_id = $1 AND i.period_id IN ("+strings.Join(marks, ", ")+")", args...)
	if err != nil {
		return nil, fmt.Errorf("invoices of periods of client %d: %w", clientID, err)
	}

	for _, i := range list {
		found[i.PeriodID] = i
	}

	return found, nil
}

// AllOpen lists the open invoices of all clients for staff, without those of sandboxes, those due first, at most limit.
func (s *Service) AllOpen(ctx context.Context, limit int) ([]Invoice, error) {
	return listInvoices(ctx, s.deps.DB.Reader(), invoiceQuery+"WHERE s.paid_at IS NULL AND i.client_id < $2 ORDER BY s.due_at, i.id LIMIT $1",
		int64(limit), int64(clientid.FirstSandbox))
}

// OfClient lists the newest invoices of a client for staff, at most limit.
func (s *Service) OfClient(ctx context.Context, clientID int64, limit int) ([]Invoice, error) {
	return listInvoices(ctx, s.deps.DB.Reader(), invoiceQuery+"WHERE i.client_id = $1 ORDER BY i.id DESC LIMIT $2", clientID, int64(limit))
}

// ByNo returns the invoice with a number, for staff, or fault.ErrNotFound.
func (s *Service) ByNo(ctx context.Context, no string) (Invoice, error) {
	return scanInvoice(s.deps.DB.Reader().QueryRow(ctx, invoiceQuery+"WHERE i.invoice_no = $1", no))
}

// lockTx locks an invoice's state and reads the invoice.
func (s *Service) lockTx(ctx context.Context, tx *db.Tx, id int64) (Invoice, error) {
	if lock := s.deps.DB.ForUpdate(); lock != "" {
		var found int64

		err := tx.QueryRow(ctx, "SELECT invoice_id FROM invoice_states WHERE invoice_id = $1"+lock, id).Scan(&found)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return Invoice{}, fmt.Errorf("lock invoice %d: %w", id, err)
		}
	}

	return scanInvoice(tx.QueryRow(ctx, invoiceQuery+"WHERE i.id = $1", id))
}

// Lines returns the lines of an invoice.
func (s *Service) Lines(ctx context.Context, i *Invoice) ([]Line, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT kind, amount FROM invoice_lines WHERE invoice_id = $1
		ORDER BY CASE kind WHEN 'usage' THEN 1 WHEN 'carried' THEN 2 WHEN 'refund' THEN 3 ELSE 4 END`, i.ID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (l Line, err error) { return l, row.Scan(&l.Kind, &l.Amount) })
	if err != nil {
		return nil, fmt.Errorf("lines of invoice %d: %w", i.ID, err)
	}

	return list, nil
}

// CreditNotes returns the credit notes of an invoice, the oldest first.
func (s *Service) CreditNotes(ctx context.Context, i *Invoice) ([]CreditNote, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, noteQuery+"WHERE n.invoice_id = $1 ORDER BY n.id", i.ID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (CreditNote, error) { return scanNote(row) })
	if err != nil {
		return nil, fmt.Errorf("credit notes of invoice %d: %w", i.ID, err)
	}

	return list, nil
}

const noteQuery = "SELECT n.id, n.note_no, n.token, n.amount, n.vat, n.reason, n.issued_at, n.period_id IS NOT NULL FROM credit_notes n "

func scanNote(row db.Row) (CreditNote, error) {
	var (
		n      CreditNote
		issued int64
	)

	err := row.Scan(&n.ID, &n.No, &n.token, &n.Amount, &n.VAT, &n.Reason, &issued, &n.Carried)
	n.IssuedAt = clock.FromMicros(issued)

	return n, err
}
