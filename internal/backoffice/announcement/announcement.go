// Package announcement has what staff tell clients: a title and a text in both languages, shown in the dashboard for a while, and mailed if staff
// want it.
package announcement

import (
	"context"
	"time"

	"loket/internal/backoffice/sales"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

// LiveTopic is that of hints that the announcements of a client changed.
const LiveTopic = live.Topic("announcements")

// Text is what clients read: a title of one line, and a text of a few.
type Text struct{ Title, Text string }

// Announcement is what staff tell clients.
type Announcement struct {
	ID                  int64
	English, Indonesian Text
	From                time.Time
	Until               time.Time // zero: until staff end it, or the disturbance that it is about
	EndedAt             time.Time // before its time; zero: it was not
	Everyone            bool      // to all clients
	Clients             []int64   // else to these, by id; List reads the first 20
	Chosen              int       // how many those are
	Product             string    // of the disturbance; empty: all of the operator, or there is none
	Operator            string    // empty: it is about no disturbance
	Mail                bool      // root users get a mail when it begins
	Mails               int64     // how many were stored
	CreatedBy, Reason   string
	CreatedAt           time.Time
}

// State names where it stands: planned, shown, ended.
func (a *Announcement) State(now time.Time) string {
	switch {
	case !a.EndedAt.IsZero(), !a.Until.IsZero() && !a.Until.After(now):
		return "ended"
	case a.From.After(now):
		return "planned"
	}

	return "shown"
}

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Catalog *catalog.Service
	Sales   *sales.Service // who bought a product
	Mail    mail.Sender
	Jobs    *job.Queue
	Live    *live.Hub
}

// Service writes, ends and reads announcements. It is safe for concurrent use.
type Service struct{ deps Deps }

const (
	mailJob = "announcement.mail"

	purgeKind  = "announcement.purge-closures"
	purgeEvery = 24 * time.Hour
	// keepClosures is how long it is known who closed an announcement that is over.
	keepClosures = 30 * 24 * time.Hour
)

// New makes a service. Before the start of the queue: it adds its jobs.
func New(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps}
	deps.Jobs.Handle(mailJob, job.KindOptions{Workers: 1, Timeout: mailTime}, s.handleMail)
	deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.Purge)

	return s
}

// Purge deletes who closed announcements that were over 30 days ago.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	return s.deps.DB.Purge(ctx, `DELETE FROM announcement_closures WHERE (announcement_id, user_id) IN (
		SELECT c.announcement_id, c.user_id FROM announcement_closures c JOIN announcements a ON a.id = c.announcement_id
		WHERE COALESCE(a.ended_at, a.until_at) <= $1 LIMIT $2)`, clock.Micros(s.deps.Clock.Now().Add(-keepClosures)))
}
