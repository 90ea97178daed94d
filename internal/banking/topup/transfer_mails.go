package topup

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// What a client is told about its transfers that were not credited by themselves.

// TransferState is what became of a transfer.
type TransferState string

// The states.
const (
	HeldTransfer     TransferState = "held"
	CreditedTransfer TransferState = "credited"
	ReturnedTransfer TransferState = "returned"
)

// OwnTransfer is a transfer that is certainly the client's and was not credited by itself.
type OwnTransfer struct {
	ID         int64
	OrderID    int64
	Amount     money.Rupiah
	Why        string // late, unmatched: the amount differs, wallet_inactive
	State      TransferState
	WalletType wallet.Type // of the credit, else of the order
	ReceivedAt time.Time
	EndedAt    time.Time // zero while it is held
}

// shownAfter is how long a transfer stays that staff credited or returned, in the list of a client.
const shownAfter = 7 * 24 * time.Hour

// A transfer that staff credited to another client turned out not to be this client's.
const ownTransferQuery = `SELECT t.id, t.order_id, t.amount, t.why, t.status, COALESCE(t.wallet_type, o.wallet_type), t.received_at, COALESCE(t.settled_at, 0)
	FROM bank_transfers t
	JOIN topup_orders o ON o.id = t.order_id
	WHERE t.certain AND o.client_id = $1 AND COALESCE(t.client_id, o.client_id) = o.client_id `

// OwnTransfers lists the transfers of a client that wait for staff, and those that they credited or returned in the last week, newest
// first.
func (s *Service) OwnTransfers(ctx context.Context, clientID int64) ([]OwnTransfer, error) {
	return s.ownTransfers(ctx, "AND COALESCE(t.settled_at, $2) >= $2 ORDER BY t.id DESC LIMIT 20", clientID, clock.Micros(s.deps.Clock.Now().Add(-shownAfter)))
}

// TransfersOf lists the transfers of a client that were meant for an order, the first received first.
func (s *Service) TransfersOf(ctx context.Context, clientID, orderID int64) ([]OwnTransfer, error) {
	return s.ownTransfers(ctx, "AND t.order_id = $2 ORDER BY t.id LIMIT 20", clientID, orderID)
}

func (s *Service) ownTransfers(ctx context.Context, rest string, args ...any) ([]OwnTransfer, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, ownTransferQuery+rest, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (t OwnTransfer, err error) {
		var received, ended int64

		err = row.Scan(&t.ID, &t.OrderID, &t.Amount, &t.Why, &t.State, &t.WalletType, &received, &ended)
		if t.State == transferSuspense {
			t.State = HeldTransfer
		}

		t.ReceivedAt = clock.FromMicros(received)
		if ended != 0 {
			t.EndedAt = clock.FromMicros(ended)
		}

		return t, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the transfers of a client: %w", err)
	}

	return list, nil
}

// transferNotice is what a mail says about a transfer.
type transferNotice struct {
	state  TransferState
	why    string
	amount money.Rupiah
	wallet wallet.Type // of the credit
	at     time.Time
}

// tellTx mails what became of a transfer to the user who made its order and to the finance address of the client.
func (s *Service) tellTx(ctx context.Context, tx *db.Tx, o Order, t transferNotice) error {
	client, err := s.deps.Clients.ClientTx(ctx, tx, o.ClientID)
	if err != nil {
		return fmt.Errorf("client of a transfer: %w", err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of a client: %w", err)
	}

	readers := []identity.Reader{}

	if id, err := strconv.ParseInt(strings.TrimPrefix(o.CreatedBy, "user:"), 10, 64); err == nil {
		if readers, err = s.deps.Clients.ReaderTx(ctx, tx, o.ClientID, id); err != nil {
			return fmt.Errorf("maker of a top-up: %w", err)
		}
	}

	for _, r := range identity.WithFinance(readers, client) {
		if err := s.deps.Mail.Send(ctx, tx, s.transferMail(r, o, t, zone)); err != nil {
			return fmt.Errorf("mail about a transfer: %w", err)
		}
	}

	return nil
}

func (s *Service) transferMail(r identity.Reader, o Order, t transferNotice, zone *time.Location) mail.Message {
	l := r.Language
	subject, paragraphs := t.words(l)

	return mail.Message{
		To: r.Address, Language: l, Subject: subject, Paragraphs: paragraphs,
		Facts: []mail.Fact{
			{Name: l.Pick("Received", "Diterima"), Value: t.amount.String()},
			{Name: l.Pick("Expected", "Seharusnya"), Value: o.Amount.String()},
			{Name: "Bank", Value: o.Bank.Name},
			{Name: l.Pick("Transaction ID", "ID transaksi"), Value: strconv.FormatInt(o.ID, 10)},
			{Name: l.Pick("Time", "Waktu"), Value: l.Moment(t.at, zone)},
		},
		Action: &mail.Action{Label: l.Pick("Show the transaction", "Lihat transaksi"), URL: secret.Text(s.deps.Screen(o.ID))},
	}
}

// words returns the subject and the text of a mail.
func (t transferNotice) words(l language.Language) (subject string, paragraphs []string) {
	amount := t.amount.String()

	switch t.state {
	case CreditedTransfer:
		return l.Pick("Your transfer of "+amount+" was credited", "Transfer "+amount+" Anda sudah dikreditkan"),
			[]string{l.Pick("Our staff checked your transfer and credited it to your "+t.wallet.Label()+" deposit.",
				"Staf kami sudah memeriksa transfer Anda dan mengkreditkannya ke dompet "+t.wallet.Label()+" Anda.")}
	case ReturnedTransfer:
		return l.Pick("Your transfer of "+amount+" was sent back", "Transfer "+amount+" Anda sudah dikembalikan"),
			[]string{l.Pick("Our staff checked your transfer and sent it back to the account that it came from.",
				"Staf kami sudah memeriksa transfer Anda dan mengembalikannya ke rekening pengirim.")}
	case HeldTransfer:
	}

	return l.Pick("Your transfer of "+amount+" is being checked", "Transfer "+amount+" Anda sedang diperiksa"),
		[]string{t.reason(l), l.Pick(
			"Our staff check it and credit it to your wallet or send it back. You will get a mail. Please don't transfer again.",
			"Staf kami akan memeriksanya, lalu mengkreditkannya ke dompet Anda atau mengembalikannya. Anda akan menerima email. Mohon jangan transfer lagi.")}
}

// reason says why a transfer was not credited by itself.
func (t transferNotice) reason(l language.Language) string {
	switch t.why {
	case whyLate:
		return l.Pick("We received your transfer after the transaction had ended, so it was not credited by itself.",
			"Kami menerima transfer Anda setelah transaksi berakhir, sehingga tidak dikreditkan secara otomatis.")
	case whyWalletInactive:
		return l.Pick("We received your transfer, but the wallet is not active.",
			"Kami menerima transfer Anda, tetapi dompetnya tidak aktif.")
	default:
		return l.Pick("We received your transfer, but its amount differs from the one of the transaction.",
			"Kami menerima transfer Anda, tetapi nominalnya berbeda dengan nominal transaksi.")
	}
}
