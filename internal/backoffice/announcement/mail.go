package announcement

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/safetext"
)

const (
	// mailedAtOnce is how many clients get their mails in one transaction.
	mailedAtOnce = 50
	mailTime     = 10 * time.Minute
	// longestSubject is that of a mail, in bytes.
	longestSubject = 200
)

type mailArgs struct {
	Announcement int64 `json:"announcement"`
}

func (s *Service) handleMail(ctx context.Context, j job.Job) error {
	var args mailArgs
	if err := j.Decode(&args); err != nil {
		return err
	}

	return s.MailClients(ctx, args.Announcement)
}

// MailClients mails an announcement to its clients, some in each transaction, which keeps how far it came: a repeat goes on there. One that is
// over is not mailed further.
func (s *Service) MailClients(ctx context.Context, id int64) error {
	for more := true; more; {
		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
			more, err = s.mailTx(ctx, tx, id)

			return err
		})
		if err != nil {
			return err
		}
	}

	return nil
}

// mailTx stores the mails to the next clients. It reports whether there may be others.
func (s *Service) mailTx(ctx context.Context, tx *db.Tx, id int64) (more bool, err error) {
	var after int64

	err = tx.QueryRow(ctx, "SELECT mailed_to FROM announcements WHERE id = $1 AND ended_at IS NULL AND (until_at IS NULL OR until_at > $2)"+s.deps.DB.ForUpdate(),
		id, clock.Micros(s.deps.Clock.Now())).Scan(&after)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}

	if err != nil {
		return false, fmt.Errorf("mail an announcement: %w", err)
	}

	rows, err := tx.Query(ctx, "SELECT "+columns+" FROM announcements WHERE id = $1", id)

	found, err := db.Collect(rows, err, scan)
	if err != nil {
		return false, fmt.Errorf("mail an announcement: %w", err)
	}

	clients, err := s.nextClients(ctx, tx, &found[0], after)
	if err != nil || len(clients) == 0 {
		return false, err
	}

	sent := 0

	for _, c := range clients {
		n, err := s.mailClientTx(ctx, tx, &found[0], c)
		if err != nil {
			return false, fmt.Errorf("mail an announcement to client %d: %w", c.ID, err)
		}

		sent += n
	}

	_, err = tx.Exec(ctx, "UPDATE announcements SET mailed_to = $1, mails = mails + $2 WHERE id = $3", clients[len(clients)-1].ID, int64(sent), id)
	if err != nil {
		return false, fmt.Errorf("mail an announcement: %w", err)
	}

	return true, nil
}

// nextClients returns the clients with higher ids than one to whom an announcement is.
func (s *Service) nextClients(ctx context.Context, tx *db.Tx, a *Announcement, after int64) ([]identity.Client, error) {
	if a.Everyone {
		return s.deps.Clients.ListClients(ctx, identity.ClientQuery{After: after, Limit: mailedAtOnce})
	}

	chosen, err := s.clientsOf(ctx, tx, a.ID, after, mailedAtOnce)
	if err != nil {
		return nil, err
	}

	list := make([]identity.Client, len(chosen))

	for i, id := range chosen {
		if list[i], err = s.deps.Clients.ClientTx(ctx, tx, id); err != nil {
			return nil, err
		}
	}

	return list, nil
}

// mailClientTx stores the mails to a client, and returns how many there are: to its root users, about a disturbance to its finance address, too.
func (s *Service) mailClientTx(ctx context.Context, tx *db.Tx, a *Announcement, c identity.Client) (int, error) {
	if !c.Active {
		return 0, nil
	}

	readers, err := s.deps.Clients.RootReadersTx(ctx, tx, c.ID)
	if err != nil {
		return 0, err
	}

	if a.Operator != "" {
		readers = identity.WithFinance(readers, c)
	}

	zone, err := clock.Zone(c.TimeZone)
	if err != nil {
		return 0, err
	}

	for _, r := range readers {
		if err := s.deps.Mail.Send(ctx, tx, a.message(r, zone)); err != nil {
			return 0, err
		}
	}

	return len(readers), nil
}

func (a *Announcement) message(to identity.Reader, zone *time.Location) mail.Message {
	l := to.Language
	text := a.In(l)
	m := mail.Message{
		To: to.Address, Language: l, Subject: safetext.ClipBytes(text.Title, longestSubject), Paragraphs: strings.Split(text.Text, "\n"),
		Until: a.Until,
	}

	if a.Operator != "" {
		m.Facts = append(m.Facts, mail.Fact{Name: l.Pick("Begin", "Mulai"), Value: l.Moment(a.From, zone)})
	}

	if a.Operator != "" && !a.Until.IsZero() {
		m.Facts = append(m.Facts, mail.Fact{Name: l.Pick("Expected end", "Perkiraan selesai"), Value: l.Moment(a.Until, zone)})
	}

	return m
}

// In is what clients read in a language.
func (a *Announcement) In(l language.Language) Text {
	if l == language.Indonesian {
		return a.Indonesian
	}

	return a.English
}
