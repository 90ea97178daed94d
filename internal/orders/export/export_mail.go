package export

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// announce mails the links to the finance address. Nobody is mailed about a sandbox: the screen has the links.
func (s *Service) announce(ctx context.Context, tx *db.Tx, x Export, client identity.Client) error {
	if clientid.IsSandbox(client.ID) {
		return nil
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	if err := sign(&x, x.ExpiresAt, s.deps.Links.MailURL); err != nil {
		return err
	}

	m := exportMessage(x, zone, client.Language)
	m.To = client.EmailFinance

	if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
		return fmt.Errorf("tell of an export: %w", err)
	}

	return nil
}

func exportMessage(x Export, zone *time.Location, l language.Language) mail.Message {
	end := moment(x.ExpiresAt, zone, l)
	rows := money.Rupiah(x.RowsDone).Dotted() // dot thousands

	return mail.Message{
		Language: l, Subject: l.Pick("Your order data is ready", "Data order Anda sudah siap"), Until: x.ExpiresAt,
		Paragraphs: []string{l.Pick(
			"The order data that was asked for is ready to download. The link ends on "+end+".",
			"Data order yang diminta sudah siap diunduh. Tautan berlaku sampai "+end+".",
		)},
		Facts:  append(exportFacts(x, zone, l), mail.Fact{Name: l.Pick("Orders", "Jumlah order"), Value: rows}),
		Action: &mail.Action{Label: l.Pick("Download XLSX", "Unduh XLSX"), URL: secret.Text(x.XLSX.URL)},
		Notes: []string{
			l.Pick("As CSV: ", "Sebagai CSV: ") + x.CSV.URL,
			l.Pick("Whoever has these links can open the files. Do not pass them on.",
				"Siapa pun yang memiliki tautan ini dapat membuka berkasnya. Jangan diteruskan."),
		},
	}
}

// exportFacts describes the filter of an export, because the reader of the mail may not have started it.
func exportFacts(x Export, zone *time.Location, l language.Language) []mail.Fact {
	dates := l.Pick("All dates", "Semua tanggal")
	if x.From != "" {
		dates = x.From + " – " + x.To
	}

	if !x.Hour.IsZero() {
		dates = x.Hour.In(zone).Format("2006-01-02 15:04") + " – " + x.Hour.Add(time.Hour).In(zone).Format("15:04")
	}

	facts := []mail.Fact{{Name: l.Pick("Dates", "Tanggal"), Value: dates}}

	add := func(name, value string) {
		if value != "" {
			facts = append(facts, mail.Fact{Name: name, Value: value})
		}
	}

	add(l.Pick("Search", "Pencarian"), x.Filter.Search)

	if x.Filter.Scheduled != 0 {
		add(l.Pick("Scheduled order", "Order terjadwal"), strconv.FormatInt(x.Filter.Scheduled, 10))
	}

	if x.Filter.Status != 0 {
		add("Status", statusText(x.Filter.Status, l))
	}

	add(l.Pick("Wallet Type", "Jenis Dompet"), x.Filter.WalletType.Label())
	add(l.Pick("Payment Type", "Jenis Pembayaran"), x.Filter.PaymentType.Label())

	return facts
}
