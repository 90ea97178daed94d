package order

import (
	"context"
	"fmt"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
)

// refundMailKind jobs tell clients of refunds.
const refundMailKind = "order.refund-mail"

// refundNotice is what a client is told of.
type refundNotice struct {
	ClientID int64  `json:"clientId"`
	OrderID  int64  `json:"orderId"`
	Before   Status `json:"before"`
}

// mailRefundTx has a client told that staff ended an order as failed. A job writes the mails, since a command of the operator has no key to
// seal them. No mail is sent about a sandbox.
func (s *Service) mailRefundTx(ctx context.Context, tx *db.Tx, o Order, before Status) error {
	if s.deps.Jobs == nil || clientid.IsSandbox(o.ClientID) {
		return nil
	}

	_, err := s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: refundMailKind, Args: refundNotice{o.ClientID, o.ID, before}})
	if err != nil {
		return fmt.Errorf("mail about order %d: %w", o.ID, err)
	}

	return nil
}

// mailRefund mails a refund to the client's finance address and its root users. They read the published reason alone.
func (s *Service) mailRefund(ctx context.Context, j job.Job) error {
	var n refundNotice
	if err := j.Decode(&n); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		o, err := Find(ctx, tx, n.ClientID, n.OrderID, "")
		if err != nil {
			return fmt.Errorf("mail about order %d: %w", n.OrderID, err)
		}

		client, err := s.deps.People.ClientTx(ctx, tx, o.ClientID)
		if err != nil {
			return fmt.Errorf("mail about order %d: %w", o.ID, err)
		}

		readers, err := s.deps.People.RootReadersTx(ctx, tx, o.ClientID)
		if err != nil {
			return fmt.Errorf("mail about order %d: %w", o.ID, err)
		}

		for _, r := range identity.WithFinance(readers, client) {
			if err := s.deps.Mail.Send(ctx, tx, refundMail(o, n.Before, r)); err != nil {
				return fmt.Errorf("mail about order %d: %w", o.ID, err)
			}
		}

		return nil
	})
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
