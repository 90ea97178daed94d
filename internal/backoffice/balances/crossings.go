package balances

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

var messages = language.NewTable("balances")

var (
	msgSubject   = messages.Add("subject", "The balance at %s is low", "Saldo di %s menipis")
	msgBalance   = messages.Add("balance", "The balance is %s.", "Saldonya %s.")
	msgLow       = messages.Add("low", "This is below the alarm that staff set.", "Jumlah ini di bawah batas peringatan yang ditetapkan staf.")
	msgStopped   = messages.Add("stopped", "Purchases have stopped: orders go to another supplier, or wait.", "Pembelian berhenti: order dialihkan ke pemasok lain, atau menunggu.")
	msgRefill    = messages.Add("refill", "Refill it, and note the refill on the supplier's page.", "Isi ulang, lalu catat pengisiannya di halaman pemasok.")
	msgAmount    = messages.Add("amount", "An amount is 0 to %s", "Jumlah adalah 0 sampai %s")
	msgPositive  = messages.Add("positive", "An amount is 1 to %s", "Jumlah adalah 1 sampai %s")
	msgStop      = messages.Add("stop", "Purchases stop at the amount of the alarm, or below it", "Pembelian berhenti pada atau di bawah jumlah peringatan")
	msgReference = messages.Add("reference", "A refill with this reference is noted already", "Pengisian dengan referensi ini sudah dicatat")
)

// crossTx stores which limits a balance is below. Staff get one mail when it falls below the alarm and one when purchases stop. Which
// limits it is below already is a condition of the statements, so of two nodes one crosses.
func (s *Service) crossTx(ctx context.Context, tx *db.Tx, code string, balance money.Rupiah, now time.Time) error {
	for _, risen := range []string{
		"UPDATE supplier_balance_limits SET alarmed_at = NULL WHERE supplier = $1 AND alarm <= $2 AND alarmed_at IS NOT NULL",
		"UPDATE supplier_balance_limits SET stopped_at = NULL WHERE supplier = $1 AND stop <= $2 AND stopped_at IS NOT NULL",
	} {
		if _, err := tx.Exec(ctx, risen, code, int64(balance)); err != nil {
			return fmt.Errorf("a balance rose: %w", err)
		}
	}

	fell := [2]int64{}

	for i, text := range []string{
		"UPDATE supplier_balance_limits SET alarmed_at = $3 WHERE supplier = $1 AND alarm > $2 AND alarmed_at IS NULL",
		"UPDATE supplier_balance_limits SET stopped_at = $3 WHERE supplier = $1 AND stop > $2 AND stopped_at IS NULL",
	} {
		n, err := tx.Exec(ctx, text, code, int64(balance), clock.Micros(now))
		if err != nil {
			return fmt.Errorf("a balance fell: %w", err)
		}

		fell[i] = n
	}

	switch alarmed, stopped := fell[0] > 0, fell[1] > 0; {
	case stopped:
		return s.warnTx(ctx, tx, code, balance, msgStopped)
	case alarmed:
		return s.warnTx(ctx, tx, code, balance, msgLow)
	default:
		return nil
	}
}

// warnTx mails the staff who manage suppliers.
func (s *Service) warnTx(ctx context.Context, tx *db.Tx, code string, balance money.Rupiah, what language.Message) error {
	readers, err := s.deps.Identity.ReadersTx(ctx, tx, clientid.Provider, identity.SupplierManage)
	if err != nil {
		return err
	}

	for _, r := range readers {
		m := mail.Message{
			To: r.Address, Language: r.Language, Subject: msgSubject.With(code).In(r.Language),
			Paragraphs: []string{
				msgBalance.With(balance.Pointed()).In(r.Language) + " " + what.In(r.Language), msgRefill.In(r.Language),
			},
		}
		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return err
		}
	}

	return nil
}
