package complaint

import (
	"context"
	"fmt"

	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// mailTx mails an answer to who opened the complaint, unless that user is gone.
func (s *Service) mailTx(ctx context.Context, tx *db.Tx, o order.Order, c Complaint, text string) error {
	readers, err := s.deps.People.ReaderTx(ctx, tx, c.ClientID, c.UserID)
	if err != nil {
		return fmt.Errorf("mail about a complaint: %w", err)
	}

	for _, r := range readers {
		if err := s.deps.Mail.Send(ctx, tx, answerMail(o, c, text, r.Address, r.Language)); err != nil {
			return fmt.Errorf("mail about a complaint: %w", err)
		}
	}

	return nil
}

func answerMail(o order.Order, c Complaint, text, address string, l language.Language) mail.Message {
	id := order.FormatID(o.ID)
	m := mail.Message{
		To: address, Language: l, Paragraphs: []string{text},
		Subject: l.Pick("Your complaint about order "+id+" was answered", "Keluhan Anda tentang order "+id+" sudah dijawab"),
		Facts: []mail.Fact{
			{Name: l.Pick("Order ID", "ID order"), Value: id},
			{Name: l.Pick("Your reference", "Referensi Anda"), Value: o.ClientRef},
			{Name: l.Pick("Product", "Produk"), Value: o.ProductName},
			{Name: l.Pick("Destination number", "Nomor tujuan"), Value: o.DestinationNo},
			{Name: l.Pick("Complaint", "Keluhan"), Value: reasonMessage(c.Reason).In(l)},
		},
	}

	if !c.Open() {
		m.Subject = l.Pick("Your complaint about order "+id+" was closed", "Keluhan Anda tentang order "+id+" sudah ditutup")
		m.Facts = append(m.Facts, mail.Fact{Name: l.Pick("Result", "Hasil"), Value: resultMessage(c.Result).In(l)})
	}

	return m
}
