package checkout

import (
	"context"
	"fmt"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

// mailKind is what a mail to the root users of a client tells.
type mailKind int

const (
	mailShort  mailKind = iota + 1 // paid orders wait, because the wallet is too short
	mailFailed                     // a paid order failed: the shopper gets a refund from the client
)

func (k mailKind) text(l language.Language, o Order) (subject, paragraph string) {
	number := FormatID(o.ID)

	switch k {
	case mailShort:
		return l.Pick("Orders of your shop wait for a top-up", "Pesanan toko Anda menunggu isi saldo"),
			l.Pick("Shoppers have paid, but the deposit is too low to place their orders. Top up, and they are placed within seconds. Or give them up and refund the shoppers.",
				"Pembeli sudah membayar, tetapi saldo deposit tidak cukup untuk memproses pesanannya. Isi saldo, dan pesanan diproses dalam beberapa detik. Atau batalkan dan kembalikan uang pembeli.")
	case mailFailed:
		return l.Pick("Order "+number+" of your shop has failed: refund the shopper", "Pesanan "+number+" di toko Anda gagal: kembalikan uang pembeli"),
			l.Pick("The shopper has paid you. Your deposit was not charged, or was refunded. Refund the shopper through the payment method that they used.",
				"Pembeli sudah membayar kepada Anda. Deposit Anda tidak dipotong, atau sudah dikembalikan. Kembalikan uang pembeli lewat cara pembayarannya.")
	}

	return "", ""
}

// mailTx tells the root users of the client. About a wallet that is too short it tells them once until no order waits for it any more.
func (s *Service) mailTx(ctx context.Context, tx *db.Tx, o Order, k mailKind) error {
	if s.deps.Mail == nil {
		return nil
	}

	if k == mailShort {
		// Two orders that are short at once would each see no other.
		if err := tx.Lock(ctx, fmt.Sprintf("storefront/short/%d", o.ClientID)); err != nil {
			return err
		}

		var others int

		err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM storefront_orders WHERE client_id = $1 AND status = 'paid' AND short_since IS NOT NULL AND id <> $2",
			o.ClientID, o.ID).Scan(&others)
		if err != nil || others > 0 {
			return err
		}
	}

	readers, err := s.deps.Identity.RootReadersTx(ctx, tx, o.ClientID)
	if err != nil {
		return err
	}

	for _, r := range readers {
		l := r.Language
		subject, text := k.text(l, o)
		m := mail.Message{
			To: r.Address, Language: l, Subject: subject, Paragraphs: []string{text},
			Facts: []mail.Fact{
				{Name: l.Pick("Order", "Pesanan"), Value: FormatID(o.ID)},
				{Name: l.Pick("Product", "Produk"), Value: o.ProductName},
				{Name: l.Pick("Paid by the shopper", "Dibayar pembeli"), Value: o.Price.String()},
			},
		}

		if k == mailShort && s.deps.Deposit != nil {
			m.Action = &mail.Action{Label: l.Pick("Top up", "Isi saldo"), URL: secret.Text(s.deps.Deposit())}
		}

		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return fmt.Errorf("mail about a storefront order: %w", err)
		}
	}

	return nil
}

func (s *Service) auditTx(ctx context.Context, tx *db.Tx, by storefront.By, action string) error {
	return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: action, Subject: fmt.Sprintf("storefront:client:%d", by.ClientID), Reason: by.Reason, Address: by.Address,
	})
}
