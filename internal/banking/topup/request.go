package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/money/wallet"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// Limits of requests for a top-up by staff.
const (
	maxNote            = 500
	requestsPerHour    = 5
	requestWindow      = time.Hour
	fieldNote          = "note"
	requestSequence    = "topup_requests"
	requestSubjectName = "topup_request"
)

// NewRequest is the input of Ask.
type NewRequest struct {
	Request  idempotency.Request
	ClientID int64
	WalletID int64 // 0: none was chosen
	Amount   money.Rupiah
	Note     string
	Actor    string
	Address  string
}

// Ask asks staff for a top-up by hand: it stores the request and mails it to the staff address. A client has at most
// five requests an hour. Errors: fault.ErrValidation, fault.ErrNotFound, wallet.ErrInactive, fault.ErrThrottled, and those
// of idempotency.Do.
func (s *Service) Ask(ctx context.Context, n NewRequest) (int64, error) {
	var fields []fault.Field

	if n.WalletID == 0 {
		fields = append(fields, fault.Field{Field: fieldWallet, Message: msgWallet})
	}

	if n.Amount <= 0 || n.Amount > MaxAmount {
		fields = append(fields, fault.Field{Field: fieldAmount, Message: msgAmountPositive.With(MaxAmount)})
	}

	if utf8.RuneCountInString(n.Note) > maxNote {
		fields = append(fields, fault.Field{Field: fieldNote, Message: msgNoteLong.With(maxNote)})
	}

	if len(fields) > 0 {
		return 0, fault.ErrValidation.With(fields...)
	}

	n.Note = oneLine(n.Note, maxNote)

	id, _, err := idempotency.Do(ctx, s.deps.Keys, n.Request, func(tx *db.Tx, now time.Time) (int64, error) {
		return s.askTx(ctx, tx, now, n)
	})
	if err != nil {
		return 0, fmt.Errorf("ask for a top-up of client %d: %w", n.ClientID, err)
	}

	return id, nil
}

func (s *Service) askTx(ctx context.Context, tx *db.Tx, now time.Time, n NewRequest) (int64, error) {
	if err := tx.Lock(ctx, fmt.Sprintf("topup/client/%d", n.ClientID)); err != nil {
		return 0, err
	}

	w, err := wallet.ByIDTx(ctx, tx, n.ClientID, n.WalletID)
	if err != nil {
		return 0, err
	}

	if !w.Active {
		return 0, wallet.ErrInactive.New()
	}

	var recent, oldest int64

	err = tx.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM topup_requests WHERE client_id = $1 AND created_at > $2",
		n.ClientID, clock.Micros(now.Add(-requestWindow))).Scan(&recent, &oldest)
	if err != nil {
		return 0, fmt.Errorf("count requests: %w", err)
	}

	if recent >= requestsPerHour {
		return 0, fault.Throttled(clock.FromMicros(oldest).Add(requestWindow).Sub(now))
	}

	id, err := db.NextSequence(ctx, tx, requestSequence)
	if err != nil {
		return 0, err
	}

	_, err = tx.Exec(ctx, `INSERT INTO topup_requests (id, client_id, wallet_id, wallet_type, amount, note, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, id, n.ClientID, n.WalletID, string(w.Type), int64(n.Amount), n.Note, n.Actor, clock.Micros(now))
	if err != nil {
		return 0, fmt.Errorf("store a request: %w", err)
	}

	if err := s.mailRequest(ctx, tx, id, w, n); err != nil {
		return 0, err
	}

	return id, audit.Write(ctx, tx, now, audit.Entry{
		Actor: n.Actor, Client: n.ClientID, Action: "topup.request", Subject: fmt.Sprintf("%s:%d", requestSubjectName, id), Address: n.Address,
		Detail: map[string]any{"wallet": n.WalletID, "amount": int64(n.Amount)},
	})
}

// mailRequest tells staff about a request. Without a staff address it waits in the list of `loket admin topup` alone.
func (s *Service) mailRequest(ctx context.Context, tx *db.Tx, id int64, w wallet.Wallet, n NewRequest) error {
	if s.opt.StaffMail == "" {
		return nil
	}

	note := n.Note
	if note == "" {
		note = "-"
	}

	// Staff read English.
	err := s.deps.Mail.Send(ctx, tx, mail.Message{
		To: s.opt.StaffMail, Language: language.English, Subject: fmt.Sprintf("Client %d asks for a top-up", n.ClientID),
		Paragraphs: []string{"A client asks for a top-up by hand. Check that the money is there before you post it."},
		Facts: []mail.Fact{
			{Name: "Request", Value: strconv.FormatInt(id, 10)},
			{Name: "Client ID", Value: strconv.FormatInt(n.ClientID, 10)},
			{Name: "Deposit", Value: w.Type.Label()},
			{Name: "Amount", Value: n.Amount.String()},
			{Name: "Note", Value: note},
		},
	})
	if err != nil {
		return fmt.Errorf("mail a request: %w", err)
	}

	return nil
}

// Request is what a client asked staff for.
type Request struct {
	ID         int64
	ClientID   int64
	WalletType wallet.Type
	Amount     money.Rupiah
	Note       string
	Actor      string
	CreatedAt  time.Time
}

// maxRequests bounds the list.
const maxRequests = 500

// Requests returns the open requests of clients, the oldest first.
func (s *Service) Requests(ctx context.Context) ([]Request, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT id, client_id, wallet_type, amount, note, created_by, created_at
		FROM topup_requests WHERE closed_at IS NULL ORDER BY id LIMIT $1`, maxRequests)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (r Request, err error) {
		var created int64

		err = row.Scan(&r.ID, &r.ClientID, &r.WalletType, &r.Amount, &r.Note, &r.Actor, &created)
		r.CreatedAt = clock.FromMicros(created)

		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}

	return list, nil
}

// CountRequests counts the requests of a client that nobody has dealt with.
func (s *Service) CountRequests(ctx context.Context, clientID int64) (n int, err error) {
	err = s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM topup_requests WHERE client_id = $1 AND closed_at IS NULL", clientID).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count requests: %w", err)
	}

	return n, nil
}

// CloseRequest takes a request off the list. The reason says what was done about it. Errors: fault.ErrValidation,
// fault.ErrNotFound for one that is not on the list.
func (s *Service) CloseRequest(ctx context.Context, id int64, actor, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return errReason()
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, _, err := closeRequestTx(ctx, tx, s.deps.Clock.Now(), id, actor, reason)

		return err
	})
}

// closeRequestTx takes a request off the list and returns the client and the type of wallet that it is for. Of two that close it at the same
// time the second one gets fault.ErrNotFound.
func closeRequestTx(ctx context.Context, tx *db.Tx, now time.Time, id int64, actor, reason string) (client int64, t wallet.Type, err error) {
	err = tx.QueryRow(ctx, "UPDATE topup_requests SET closed_at = $1 WHERE id = $2 AND closed_at IS NULL RETURNING client_id, wallet_type",
		clock.Micros(now), id).Scan(&client, &t)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, "", fault.ErrNotFound.New()
	}

	if err != nil {
		return 0, "", fmt.Errorf("close request %d: %w", id, err)
	}

	return client, t, audit.Write(ctx, tx, now, audit.Entry{
		Actor: actor, Client: client, Action: "topup.closerequest", Subject: fmt.Sprintf("%s:%d", requestSubjectName, id), Reason: reason,
	})
}
