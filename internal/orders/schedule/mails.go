package schedule

import (
	"context"
	"strconv"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// mailKind is what a mail tells.
type mailKind int

const (
	mailWaiting  mailKind = iota + 1 // to those who may approve
	mailApproved                     // to the maker, as the next two
	mailRejected
	mailExpired
	mailLate       // to the maker and the client's root users
	mailEnded      // to the maker
	mailMoneyEnded // the same to the maker and the root users: lines failed because the balance ended
	mailShort      // to the root users: the balance will not cover the next run
)

// text is the subject and the first paragraph of a mail about a scheduled order.
func (k mailKind) text(l language.Language, id int64) (subject, paragraph string) {
	number := strconv.FormatInt(id, 10)
	english, indonesian := "Scheduled order "+number+" ", "Order terjadwal "+number+" "

	switch k {
	case mailWaiting:
		return l.Pick(english+"waits for your approval", indonesian+"menunggu persetujuan Anda"),
			l.Pick("A colleague made an order above the amount that one user may order alone. Look it through, then approve it with your PIN or reject it.",
				"Rekan Anda membuat order di atas total yang boleh dipesan sendiri. Periksa, lalu setujui dengan PIN Anda atau tolak.")
	case mailApproved:
		return l.Pick(english+"was approved", indonesian+"disetujui"),
			l.Pick("Another user approved your order. It runs at its time.", "Pengguna lain menyetujui order Anda. Order berjalan pada waktunya.")
	case mailRejected:
		return l.Pick(english+"was rejected", indonesian+"ditolak"),
			l.Pick("Another user rejected your order. Nothing was charged.", "Pengguna lain menolak order Anda. Tidak ada saldo yang dipotong.")
	case mailExpired:
		return l.Pick(english+"was not approved in time", indonesian+"tidak disetujui tepat waktu"),
			l.Pick("Nobody approved your order in time, so it was cancelled. Nothing was charged.",
				"Tidak ada yang menyetujui order Anda tepat waktu, sehingga order dibatalkan. Tidak ada saldo yang dipotong.")
	case mailLate:
		return l.Pick(english+"needs your decision", indonesian+"menunggu keputusan Anda"),
			l.Pick("Its time passed more than a day ago while the service was interrupted. It has not run. Run it now or cancel it.",
				"Waktunya terlewat lebih dari sehari karena layanan terganggu. Order belum berjalan. Jalankan sekarang atau batalkan.")
	case mailEnded:
		return l.Pick(english+"has ended", indonesian+"selesai"),
			l.Pick("All lines of the order have ended. The result file is behind the link.", "Semua baris order selesai. Berkas hasil ada di balik tautan.")
	case mailMoneyEnded:
		return l.Pick(english+"has ended: the balance was too low for all lines", indonesian+"selesai: saldo tidak cukup untuk semua baris"),
			l.Pick("The balance ended before the last line. Top up the deposit, then retry the lines that failed for it. The result file is behind the link.",
				"Saldo habis sebelum baris terakhir. Isi saldo, lalu ulangi baris yang gagal karenanya. Berkas hasil ada di balik tautan.")
	case mailShort:
		return l.Pick(english+"needs a top-up", indonesian+"perlu isi saldo"),
			l.Pick("This monthly order runs soon, and the balance will not cover it. Top up the deposit, or its last lines fail.",
				"Order bulanan ini segera berjalan, dan saldo tidak mencukupi. Isi saldo, atau baris terakhirnya gagal.")
	}

	return "", ""
}

// mailTx sends the mail of a kind about a locked scheduled order, in the reader's language.
func (s *Service) mailTx(ctx context.Context, tx *db.Tx, o Order, k mailKind, reason string, facts ...func(l language.Language) mail.Fact) error {
	if s.deps.Mail == nil {
		return nil
	}

	list, err := s.readersTx(ctx, tx, o, k)
	if err != nil || len(list) == 0 {
		return err
	}

	zone, err := s.zoneTx(ctx, tx, o.ClientID)
	if err != nil {
		return err
	}

	for _, r := range list {
		l := r.Language
		m := mail.Message{To: r.Address, Language: l, Facts: orderFacts(o, l, zone)}

		var text string

		m.Subject, text = k.text(l, o.ID)
		m.Paragraphs = []string{text}

		if reason != "" {
			m.Facts = append(m.Facts, mail.Fact{Name: l.Pick("Reason", "Alasan"), Value: reason})
		}

		for _, f := range facts {
			m.Facts = append(m.Facts, f(l))
		}

		if s.deps.Screen != nil {
			m.Action = &mail.Action{Label: l.Pick("Show the order", "Lihat order"), URL: secret.Text(s.deps.Screen(o.ID))}
		}

		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return wrapError("mail about", o.ID, err)
		}
	}

	return nil
}

func (s *Service) readersTx(ctx context.Context, tx *db.Tx, o Order, k mailKind) ([]identity.Reader, error) {
	if k == mailShort {
		return s.deps.People.RootReadersTx(ctx, tx, o.ClientID)
	}

	if k == mailWaiting {
		list, err := s.deps.People.ReadersTx(ctx, tx, o.ClientID, identity.ScheduledOrderCreate)

		return without(list, o.UserID), err
	}

	list, err := s.deps.People.ReaderTx(ctx, tx, o.ClientID, o.UserID)
	if err != nil || k != mailLate && k != mailMoneyEnded {
		return list, err
	}

	roots, err := s.deps.People.RootReadersTx(ctx, tx, o.ClientID)

	return append(list, without(roots, o.UserID)...), err
}

func without(list []identity.Reader, userID int64) []identity.Reader {
	out := make([]identity.Reader, 0, len(list))

	for _, r := range list {
		if r.UserID != userID {
			out = append(out, r)
		}
	}

	return out
}

func orderFacts(o Order, l language.Language, zone *time.Location) []mail.Fact {
	total := "-"
	if o.UnitPrice > 0 {
		total = o.EstimatedPrice().Pointed()
	}

	facts := []mail.Fact{
		{Name: l.Pick("Transaction", "Transaksi"), Value: o.Name},
		{Name: l.Pick("Product", "Produk"), Value: o.ProductName},
		{Name: l.Pick("Destination numbers", "Nomor tujuan"), Value: countText(o.Quantity)},
		{Name: l.Pick("Estimated total", "Perkiraan total"), Value: total},
	}

	if o.Kind == catalog.Open {
		facts = append(facts,
			mail.Fact{Name: l.Pick("Fee", "Biaya"), Value: o.TotalFee().Pointed()},
			mail.Fact{Name: l.Pick("Charged in total", "Total ditagih"), Value: o.EstimatedTotal().Pointed()})
	}

	return append(facts,
		mail.Fact{Name: l.Pick("Scheduled", "Terjadwal"), Value: l.Moment(o.ScheduledAt, zone)},
		mail.Fact{Name: l.Pick("Made by", "Dibuat oleh"), Value: o.UserName})
}

// countText writes a count as amounts are written, with dots between thousands.
func countText(n int) string { return money.Rupiah(n).Dotted() }

// tellEndTx mails what became of an order that has run and just ended.
func (s *Service) tellEndTx(ctx context.Context, tx *db.Tx, o Order, c Counts, charged money.Rupiah) error {
	if o.ExecutedAt.IsZero() {
		return nil // it was canceled before
	}

	facts := []func(l language.Language) mail.Fact{
		func(l language.Language) mail.Fact {
			return mail.Fact{Name: l.Pick("Charged", "Dipotong"), Value: charged.Pointed()}
		},
	}

	for _, n := range []struct {
		state LineState
		lines int
	}{{LineSuccess, c.Success}, {LineFailed, c.Failed}, {LineError, c.Error}, {LineCanceled, c.Canceled}} {
		if n.lines > 0 {
			facts = append(facts, func(l language.Language) mail.Fact {
				return mail.Fact{Name: StateLabel(n.state, l), Value: countText(n.lines)}
			})
		}
	}

	kind := mailEnded
	if o.MoneyEnded > 0 {
		kind = mailMoneyEnded

		facts = append(facts, func(l language.Language) mail.Fact {
			return mail.Fact{Name: l.Pick("Failed because the balance ended", "Gagal karena saldo habis"), Value: countText(o.MoneyEnded)}
		})
	}

	return s.mailTx(ctx, tx, o, kind, "", facts...)
}
