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
	tellKind  = "pricewatch.tell"
	tellEvery = 10 * time.Second
	// wholeLook is the time after which all changes are looked at although the catalogue has not changed: another node may have
	// been asked to watch a product.
	wholeLook = 10 * time.Minute
	// maxTold bounds one run; the next run continues.
	maxTold = 2000
	// maxFacts is the most changes of one mail.
	maxFacts = 50
)

func (s *Service) registerJobs() {
	if s.Jobs == nil {
		return
	}

	s.Jobs.Handle(tellKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Tell(ctx) })
	s.Jobs.Every(tellKind, tellEvery, tellKind)
}

// looked is the state of the catalogue that this node has told clients about.
type looked struct {
	version atomic.Int64
	at      atomic.Int64 // microseconds
}

func (l *looked) again() { l.at.Store(0) }

// news are the kinds of mails, as they are stored.
type news string

const (
	change    news = "change"
	withdrawn news = "withdrawn"
)

// told is a change that a client has to hear about.
type told struct {
	clientID int64
	news     news

	id          int64
	product     string
	applied     bool          // it took effect
	amount      *money.Rupiah // nil: the list price holds again
	before      *money.Rupiah // what it replaced; nil before it takes effect, and if the client had no own price
	effectiveAt time.Time
}

// Tell mails what clients have not heard of yet.
func (s *Service) Tell(ctx context.Context) error {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}

	now := clock.Micros(s.Clock.Now())
	if age := now - s.looked.at.Load(); snap.Version() == s.looked.version.Load() && age >= 0 && age < wholeLook.Microseconds() {
		return nil
	}

	list, err := s.untold(ctx)
	if err != nil {
		return err
	}

	var failed error // one client must not stop the mails of others

	for _, group := range grouped(list) {
		if err := s.DB.Tx(ctx, func(tx *db.Tx) error { return s.tellTx(ctx, tx, snap, group) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("tell client %d about prices: %w", group[0].clientID, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	if failed == nil && len(list) < maxTold {
		s.looked.version.Store(snap.Version())
		s.looked.at.Store(now)
	}

	return failed
}

// untold finds changes that clients watch and were not told about, and those that were withdrawn after that.
func (s *Service) untold(ctx context.Context) ([]told, error) {
	rows, err := s.DB.Reader().Query(ctx, `
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
		ORDER BY 1, 2, 8, 3 LIMIT $1`, maxTold)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (t told, err error) {
		var (
			amount, before sql.Null[int64]
			effective      int64
		)

		err = row.Scan(&t.clientID, &t.news, &t.id, &t.product, &t.applied, &amount, &before, &effective)
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

// grouped makes mails of a sorted list: of one client and kind, at most maxFacts changes each.
func grouped(list []told) [][]told {
	var groups [][]told

	for i, t := range list {
		last := len(groups) - 1
		if i == 0 || list[i-1].clientID != t.clientID || list[i-1].news != t.news || len(groups[last]) == maxFacts {
			groups = append(groups, nil)
			last++
		}

		groups[last] = append(groups[last], t)
	}

	return groups
}

// tellTx mails those changes of a group that nobody told about meanwhile.
func (s *Service) tellTx(ctx context.Context, tx *db.Tx, snap *catalog.Snapshot, group []told) error {
	fresh := group[:0:0]

	for _, t := range group {
		added, err := tx.Exec(ctx, "INSERT INTO price_watch_mails (client_id, change_id, mail, sent_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
			t.clientID, t.id, string(t.news), clock.Micros(s.Clock.Now()))
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

	client, err := s.Clients.ClientTx(ctx, tx, fresh[0].clientID)
	if err != nil || client.EmailFinance == "" || !client.Active {
		return err
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return err
	}

	return s.Mail.Send(ctx, tx, s.message(snap, client, zone, fresh))
}

func (s *Service) message(snap *catalog.Snapshot, client identity.Client, zone *time.Location, list []told) mail.Message {
	l := client.Language
	m := mail.Message{To: client.EmailFinance, Language: l, Action: &mail.Action{Label: l.Pick("Price list", "Daftar harga"), URL: secret.Text(s.Screen())}}

	if list[0].news == withdrawn {
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
func (t told) text(snap *catalog.Snapshot, l language.Language, zone *time.Location) string {
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
	if from != nil && t.news == change {
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
