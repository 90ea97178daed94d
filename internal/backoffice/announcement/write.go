package announcement

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
)

// Add stores an announcement, with a job for its mails if it has some. Errors: fault.ErrValidation. A repeat is another announcement.
func (s *Service) Add(ctx context.Context, by identity.By, in Input) (Announcement, error) {
	if err := by.Check(nil); err != nil {
		return Announcement{}, err
	}

	now := s.deps.Clock.Now()
	if err := in.check(now); err != nil {
		return Announcement{}, err
	}

	if err := s.checkClients(ctx, in); err != nil {
		return Announcement{}, err
	}

	made := Announcement{
		English: in.English, Indonesian: in.Indonesian, From: in.From, Until: in.Until, Everyone: in.Everyone, Mail: in.Mail,
		CreatedBy: by.Actor, Reason: by.Reason, CreatedAt: now,
	}
	if !in.Everyone {
		made.Clients, made.Chosen = in.Clients, len(in.Clients)
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.addTx(ctx, tx, by, &made) })

	return made, err
}

// checkClients refuses clients that don't exist. A sandbox sees what its client is told.
func (s *Service) checkClients(ctx context.Context, in Input) error {
	if in.Everyone {
		return nil
	}

	known, err := s.deps.Clients.Clients(ctx)
	if err != nil {
		return fmt.Errorf("clients of an announcement: %w", err)
	}

	for _, id := range in.Clients {
		if !slices.ContainsFunc(known, func(c identity.Client) bool { return c.ID == id && c.Active }) {
			return fault.InvalidField("clientIds", msgClients.With(MaxClients))
		}
	}

	return nil
}

// addTx stores an announcement and gives it its id.
func (s *Service) addTx(ctx context.Context, tx *db.Tx, by identity.By, a *Announcement) (err error) {
	// The sequence makes writers wait for each other, so the count is right.
	if a.ID, err = db.NextSequence(ctx, tx, "announcements"); err != nil {
		return err
	}

	var open int64

	err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM announcements WHERE ended_at IS NULL AND (until_at IS NULL OR until_at > $1)", clock.Micros(a.CreatedAt)).Scan(&open)
	if err != nil {
		return fmt.Errorf("count the announcements: %w", err)
	}

	// A disturbance can always be told.
	if open >= mostOpen && a.Operator == "" {
		return fault.InvalidField("title", msgMost.With(mostOpen))
	}

	_, err = tx.Exec(ctx, `INSERT INTO announcements (id, title, title_id, text, text_id, from_at, until_at, everyone, chosen, product_code, operator_code, mail,
			created_by, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		a.ID, a.English.Title, a.Indonesian.Title, a.English.Text, a.Indonesian.Text, clock.Micros(a.From), db.NullMicros(a.Until), a.Everyone, int64(len(a.Clients)),
		a.Product, a.Operator, a.Mail, a.CreatedBy, a.Reason, clock.Micros(a.CreatedAt))
	if err != nil {
		return fmt.Errorf("store an announcement: %w", err)
	}

	if err := s.addClientsTx(ctx, tx, a); err != nil {
		return err
	}

	if a.Mail {
		if _, err := s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: mailJob, Args: mailArgs{a.ID}, RunAt: a.From}); err != nil {
			return fmt.Errorf("mails of an announcement: %w", err)
		}
	}

	s.changedTx(tx)

	return by.RecordTx(ctx, tx, a.CreatedAt, identity.Entry{Action: "announcement.add", Subject: subject(a.ID), Detail: map[string]any{"before": nil, "after": a.facts()}})
}

func (s *Service) addClientsTx(ctx context.Context, tx *db.Tx, a *Announcement) error {
	if a.Everyone {
		return nil
	}

	texts := make([]string, len(a.Clients))
	for i, id := range a.Clients {
		texts[i] = strconv.FormatInt(id, 10)
	}

	list, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("clients of an announcement: %w", err)
	}

	_, err = tx.Exec(ctx, "INSERT INTO announcement_clients (announcement_id, client_id) SELECT $1, CAST(value AS BIGINT) FROM "+s.deps.DB.Engine().List("$2")+" k",
		a.ID, string(list))
	if err != nil {
		return fmt.Errorf("clients of an announcement: %w", err)
	}

	return nil
}

// changedTx tells the screens of all clients, after the commit. Those that are not meant read what they have again.
func (s *Service) changedTx(tx *db.Tx) { s.deps.Live.ChangedTx(tx, live.EveryClient, LiveTopic) }

// End ends an announcement, or cancels one to come; mails that are not stored yet are not sent. Errors: fault.ErrNotFound, also for one that is
// over.
func (s *Service) End(ctx context.Context, by identity.By, id int64) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := s.endTx(ctx, tx, by, s.deps.Clock.Now(), "id = $2", id)
		if err == nil && n == 0 {
			err = fault.ErrNotFound.New()
		}

		return err
	})
}

// endTx ends the announcements that a condition with arguments from $2 on selects, and returns how many there were.
func (s *Service) endTx(ctx context.Context, tx *db.Tx, by identity.By, now time.Time, condition string, args ...any) (int, error) {
	rows, err := tx.Query(ctx, "SELECT "+columns+" FROM announcements WHERE ended_at IS NULL AND (until_at IS NULL OR until_at > $1) AND "+condition+
		" ORDER BY id"+s.deps.DB.ForUpdate(), append([]any{clock.Micros(now)}, args...)...)

	list, err := db.Collect(rows, err, scan)
	if err != nil {
		return 0, fmt.Errorf("end announcements: %w", err)
	}

	for _, a := range list {
		if _, err := tx.Exec(ctx, "UPDATE announcements SET ended_at = $1 WHERE id = $2", clock.Micros(now), a.ID); err != nil {
			return 0, fmt.Errorf("end an announcement: %w", err)
		}

		before := a.facts()
		a.EndedAt = now

		err := by.RecordTx(ctx, tx, now, identity.Entry{Action: "announcement.end", Subject: subject(a.ID), Detail: map[string]any{"before": before, "after": a.facts()}})
		if err != nil {
			return 0, err
		}
	}

	if len(list) > 0 {
		s.changedTx(tx)
	}

	return len(list), nil
}

// Close keeps that a user closed an announcement: it is not shown to the user again. A repeat changes nothing. Error: fault.ErrNotFound for one
// that is not shown to the user's client.
func (s *Service) Close(ctx context.Context, user *identity.Principal, id int64) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var n int64

		err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM announcements a WHERE a.id = $3 AND "+shown, clock.Micros(s.deps.Clock.Now()), clientid.Live(user.ClientID), id).Scan(&n)

		switch {
		case err != nil:
			return fmt.Errorf("close an announcement: %w", err)
		case n == 0:
			return fault.ErrNotFound.New()
		}

		_, err = tx.Exec(ctx, "INSERT INTO announcement_closures (announcement_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, user.UserID)
		if err != nil {
			return fmt.Errorf("close an announcement: %w", err)
		}

		return nil
	})
}

func subject(id int64) string { return identity.Subject("announcement", id) }

// facts is what the audit log keeps.
func (a *Announcement) facts() map[string]any {
	out := map[string]any{
		"title": a.English.Title, "titleId": a.Indonesian.Title, "text": a.English.Text, "textId": a.Indonesian.Text, "from": a.From, "everyone": a.Everyone, "mail": a.Mail,
	}

	if !a.Everyone {
		out["clients"] = a.Chosen
	}

	for name, at := range map[string]time.Time{"until": a.Until, "endedAt": a.EndedAt} {
		if !at.IsZero() {
			out[name] = at
		}
	}

	for name, text := range map[string]string{"product": a.Product, "operator": a.Operator} {
		if text != "" {
			out[name] = text
		}
	}

	return out
}
