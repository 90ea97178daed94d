package order

import (
	"context"
	"fmt"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/mail"
)

// mailRefundTx tells a client that staff ended an order as failed, by mail to its finance address and its root users. They read the published
// reason alone. No mail is sent about a sandbox.
func (s *Service) mailRefundTx(ctx context.Context, tx *db.Tx, o Order, before Status) error {
	if s.deps.Mail == nil || s.deps.People == nil || clientid.IsSandbox(o.ClientID) {
		return nil
	}

	client, err := s.deps.People.ClientTx(ctx, tx, o.ClientID)
	if err != nil {
		return fmt.Errorf("mail about order %d: %w", o.ID, err)
	}

	readers, err := s.deps.People.ReadersTx(ctx, tx, o.ClientID, identity.UserCreate) // of root users
	if err != nil {
		return fmt.Errorf("mail about order %d: %w", o.ID, err)
	}

	for _, r := range identity.WithFinance(readers, client) {
		if err := s.deps.Mail.Send(ctx, tx, refundMail(o, before, r)); err != nil {
			return fmt.Errorf("mail about order %d: %w", o.ID, err)
		}
	}

	return nil
}

func refundMail(o Order, before Status, r identity.Reader) mail.Message {
	l := r.Language
	id := FormatID(o.ID)
	subject := l.Pick("Order "+id+" failed and was refunded", "Order "+id+" gagal dan dananya dikembalikan")
	text := l.Pick("We ended this order as failed. Its price is back on the balance that paid it.",
		"Order ini kami akhiri sebagai gagal. Harganya sudah kembali ke saldo yang membayarnya.")

	if before == Success {
		subject = l.Pick("Order "+id+" was reversed and refunded", "Order "+id+" dibatalkan dan dananya dikembalikan")
		text = l.Pick("This order had succeeded and was reversed. Its price is back on the balance that paid it.",
			"Order ini sebelumnya berhasil, lalu dibatalkan. Harganya sudah kembali ke saldo yang membayarnya.")
	}

	return mail.Message{
		To: r.Address, Language: l, Subject: subject, Paragraphs: []string{text},
		Facts: []mail.Fact{
			{Name: l.Pick("Order ID", "ID order"), Value: id},
			{Name: l.Pick("Your reference", "Referensi Anda"), Value: o.ClientRef},
			{Name: l.Pick("Product", "Produk"), Value: o.ProductName},
			{Name: l.Pick("Destination number", "Nomor tujuan"), Value: o.DestinationNo},
			{Name: l.Pick("Refunded", "Dikembalikan"), Value: o.Price.Pointed()},
			{Name: l.Pick("Reason", "Alasan"), Value: o.Reason.Message().In(l)},
		},
	}
}
