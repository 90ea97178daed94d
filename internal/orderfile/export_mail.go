package orderfile

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// announce mails the links to the finance address.
func (s *Service) announce(ctx context.Context, tx *db.Tx, x Export, client identity.Client, lang language.Language) error {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	if err := sign(&x, x.ExpiresAt, s.Links.MailURL); err != nil {
		return err
	}

	m := exportMessage(x, zone, lang)
	m.To = client.EmailFinance

	if err := s.Mail.Send(ctx, tx, m); err != nil {
		return fmt.Errorf("tell of an export: %w", err)
	}

	return nil
}

func exportMessage(x Export, zone *time.Location, lang language.Language) mail.Message {
	rows := money.Rupiah(x.RowsDone).Dotted() // dot thousands

	if lang == language.Indonesian {
		end := moment(x.ExpiresAt, zone, wordsOf(language.Indonesian).months)

		return mail.Message{
			Language: lang, Subject: "Data order Anda sudah siap", Until: x.ExpiresAt,
			Paragraphs: []string{"Data order yang diminta sudah siap diunduh. Tautan berlaku sampai " + end + "."},
			Facts:      []mail.Fact{{Name: "Tanggal", Value: x.From + " – " + x.To}, {Name: "Jumlah order", Value: rows}},
			Action:     &mail.Action{Label: "Unduh XLSX", URL: secret.Text(x.XLSX.URL)},
			Notes: []string{
				"Sebagai CSV: " + x.CSV.URL,
				"Siapa pun yang memiliki tautan ini dapat membuka berkasnya. Jangan diteruskan.",
			},
		}
	}

	end := moment(x.ExpiresAt, zone, wordsOf(language.English).months)

	return mail.Message{
		Language: language.English, Subject: "Your order data is ready", Until: x.ExpiresAt,
		Paragraphs: []string{"The order data that was asked for is ready to download. The link ends on " + end + "."},
		Facts:      []mail.Fact{{Name: "Dates", Value: x.From + " – " + x.To}, {Name: "Orders", Value: rows}},
		Action:     &mail.Action{Label: "Download XLSX", URL: secret.Text(x.XLSX.URL)},
		Notes: []string{
			"As CSV: " + x.CSV.URL,
			"Whoever has these links can open the files. Do not pass them on.",
		},
	}
}
