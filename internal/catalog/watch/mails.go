package watch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// The job that looks for changes to tell about.
const (
	mailJob   = "pricewatch.tell"
	mailEvery = 10 * time.Second
	// fullScanEvery is how often a node looks at all changes although the catalogue has not changed: a client may have begun to watch
	// a product on another node.
	fullScanEvery = 10 * time.Minute
	// maxPending bounds one run; the next run continues.
	maxPending = 2000
	// maxFacts is the most changes of one mail.
	maxFacts = 50
)

func (s *Service) registerJobs() {
	s.jobs.Handle(mailJob, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.MailChanges(ctx) })
	s.jobs.Every(mailJob, mailEvery, mailJob)
}

// watermark is the version of the catalogue up to which this node has mailed all changes.
type watermark struct {
	version atomic.Int64
	at      atomic.Int64 // microseconds
}

// reset makes the next run look at all changes again.
func (w *watermark) reset() { w.at.Store(0) }

// mailKind is what a mail is about, as it is stored.
type mailKind string

const (
	changed   mailKind = "change"
	withdrawn mailKind = "withdrawn"
)

// pendingNotice is a change that a client was not told about yet.
type pendingNotice struct {
	clientID int64
	mail     mailKind

	id          int64
	product     string
	applied     bool          // it took effect
	amount      *money.Rupiah // nil: the list price holds again
	before      *money.Rupiah // what it replaced; nil before it takes effect, and if the client had no own price
	effectiveAt time.Time
}

// MailChanges mails what clients have not heard of yet.
func (s *Service) MailChanges(ctx context.Context) error {
	snap, err := s.catalog.Snapshot(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}

	now := clock.Micros(s.clk.Now())
	if age := now - s.mailed.at.Load(); snap.Version() == s.mailed.version.Load() && age >= 0 && age < fullScanEvery.Microseconds() {
		return nil
	}

	list, err := s.findPending(ctx)
	if err != nil {
		return err
	}

	var failed error // one client must not stop the mails of others

	for _, group := range groupIntoMails(list) {
		if err := s.db.Tx(ctx, func(tx *db.Tx) error { return s.mailTx(ctx, tx, snap, group) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("tell client %d about prices: %w", group[0].clientID, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	if failed == nil && len(list) < maxPending {
		s.mailed.version.Store(snap.Version())
		s.mailed.at.Store(now)
	}

	return failed
}

// findPending finds changes that clients watch and were not told about, and those that were withdrawn after that.
func (s *Service) findPending(ctx context.Context) ([]pendingNotice, error) {
	rows, err := s.db.Reader().Query(ctx, `
		SELECT w.client_id, 'change', c.id, c.product_code, c.status = 'applied', c.amount, c.before, c.effective_at
		FROM price_watches w JOIN price_changes c ON c.product_code = w.product_code
		WHERE c.supplier IS NULL AND (c.status = 'scheduled' OR c.status = 'applied' AND c.created_at >= w.created_at)
			AND (c.client_id = w.client_id OR c.client_id IS NULL AND NOT EXISTS (
				SELECT 1 FROM client_prices p WHERE p.client_id = w.client_id AND p.product_code = w.product_code))
			AND NOT EXISTS (SELECT 1 FROM price_watch_mails m WHERE m.client_id = w.client_id AND m.change_id = c.id)
		UNION ALL
		SELECT m.client_id, 'withdrawn', c.id, c.product_code, c.status = 'applied', c.amount, c.before, c.effective_at
		FROM price_watch_mails m JOIN price_changes c ON c.id = m.change_id AND c.status = 'cancelled'
		WHERE m.mail = 'change' AND NOT EXISTS (
			SELECT 1 FROM price_watch_mails n WHERE n.client_id = m.client_id AND n.change_id = m.change_id AND n.mail = 'withdrawn')
		ORDER BY 1, 2, 8, 3 LIMIT $1`, maxPending)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (t pendingNotice, err error) {
		var (
			amount, before sql.Null[int64]
			effective      int64
		)

		err = row.Scan(&t.clientID, &t.mail, &t.id, &t.product, &t.applied, &amount, &before, &effective)
		t.amount, t.before, t.effectiveAt = rupiah(amount), rupiah(before), clock.FromMicros(effective)

		return t, err
	})
	if err != nil {
		return nil, fmt.Errorf("find changes of watched prices: %w", err)
	}

	return list, nil
}

func rupiah(n sql.Null[int64]) *money.Rupiah {
	if !n.Valid {
		return nil
	}

	return new(money.Rupiah(n.V))
}

// groupIntoMails makes mails of a sorted list: of one client and kind, at most maxFacts changes each.
func groupIntoMails(list []pendingNotice) [][]pendingNotice {
	var groups [][]pendingNotice

	for i, t := range list {
		last := len(groups) - 1
		if i == 0 || list[i-1].clientID != t.clientID || list[i-1].mail != t.mail || len(groups[last]) == maxFacts {
			groups = append(groups, nil)
			last++
		}

		groups[last] = append(groups[last], t)
	}

	return groups
}

// mailTx mails those changes of a group that nobody told about meanwhile.
func (s *Service) mailTx(ctx context.Context, tx *db.Tx, snap *catalog.Snapshot, group []pendingNotice) error {
	fresh := group[:0:0]

	for _, t := range group {
		added, err := tx.Exec(ctx, "INSERT INTO price_watch_mails (client_id, change_id, mail, sent_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
			t.clientID, t.id, string(t.mail), clock.Micros(s.clk.Now()))
		if err != nil {
			return err
		}

		if added > 0 {
			fresh = append(fresh, t)
		}
	}

	if len(fresh) == 0 {
		return nil
	}

	client, err := s.clients.ClientTx(ctx, tx, fresh[0].clientID)
	if err != nil || client.EmailFinance == "" || !client.Active {
		return err
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return err
	}

	return s.mail.Send(ctx, tx, s.message(snap, client, zone, fresh))
}

func (s *Service) message(snap *catalog.Snapshot, client identity.Client, zone *time.Location, list []pendingNotice) mail.Message {
	l := client.Language
	m := mail.Message{To: client.EmailFinance, Language: l, Action: &mail.Action{Label: l.Pick("Price list", "Daftar harga"), URL: secret.Text(s.screen())}}

	if list[0].mail == withdrawn {
		m.Subject = l.Pick("A change of prices was withdrawn", "Perubahan harga dibatalkan")
		m.Paragraphs = []string{l.Pick("Your provider withdrew these changes. The prices stay as they are.", "Penyedia Anda membatalkan perubahan ini. Harga tetap seperti sekarang.")}
	} else {
		m.Subject = l.Pick("Prices that you watch change", "Harga yang Anda pantau berubah")
		m.Paragraphs = []string{l.Pick("Your provider changes the prices of products that you watch.", "Penyedia Anda mengubah harga produk yang Anda pantau.")}
	}

	for _, t := range list {
		name := t.product
		if p, known := snap.Product(t.product); known {
			name = p.Name + " (" + p.Code + ")"
		}

		m.Facts = append(m.Facts, mail.Fact{Name: name, Value: t.text(snap, l, zone)})
	}

	return m
}

// text says what changes: Rp 10.250 to Rp 10.300 from 1 December 2026 (00:00 WIB).
func (t pendingNotice) text(snap *catalog.Snapshot, l language.Language, zone *time.Location) string {
	from, to, list := t.before, t.amount, false

	if p, known := snap.Product(t.product); known {
		if from == nil && t.applied {
			from = &p.Price
		}

		if from == nil {
			from = new(snap.Price(t.clientID, p))
		}

		if to == nil {
			to, list = &p.Price, true
		}
	}

	text := ""
	if from != nil && t.mail == changed {
		text = from.String() + l.Pick(" to ", " menjadi ")
	}

	if to != nil {
		text += to.String()
	}

	if list {
		text += l.Pick(" (list price)", " (harga daftar)")
	}

	return text + l.Pick(" from ", " mulai ") + l.Moment(t.effectiveAt, zone)
}
