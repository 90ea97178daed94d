// Package snap receives inquiries and payments of virtual accounts from banks, as SNAP BI describes them (Bank
// Indonesia's standard for payments): we are the server. It knows the protocol; package topup credits.
package snap

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
)

// Deps are the dependencies of the service; all are required.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	TopUps *topup.Service
	Inbox  *inbox.Inbox
	Jobs   *job.Queue
}

// Service answers banks.
type Service struct {
	deps Deps

	byClient, byPartner map[string]*partner
	tokenKey            secret.Text
	batchers            []*batch.Batcher[work, Response]
}

// work is one inquiry or payment that was verified and read; one of the two is set.
type work struct {
	caller  caller
	service string
	number  string
	inquiry *inquiryRequest
	payment *payment
}

// Limits of commits.
const (
	maxBatch = 256
	// batchersOfPostgres is how many commits may be under way on PostgreSQL. SQLite has one writer.
	batchersOfPostgres = 4
	// answerTime bounds the wait for a commit, below the time-out of banks (10 to 30 s).
	answerTime = 8 * time.Second
)

// New makes the service and checks the partners. The error lists all faults. The key signs our tokens.
func New(deps Deps, tokenKey secret.Text, partners []Partner) (*Service, error) {
	required.Fields(deps)

	s := &Service{deps: deps, tokenKey: tokenKey}

	var err error
	if s.byClient, s.byPartner, err = index(partners); err != nil {
		return nil, err
	}

	batchers := 1
	if deps.DB.Engine() == db.Postgres {
		batchers = batchersOfPostgres
	}

	for range batchers {
		s.batchers = append(s.batchers, batch.New(batch.Options{Max: maxBatch, Timeout: answerTime}, s.flush))
	}

	s.registerJobs()

	return s, nil
}

// Check lists the faults of partners.
func Check(partners []Partner) error {
	_, _, err := index(partners)

	return err
}

func index(partners []Partner) (byClient, byPartner map[string]*partner, err error) {
	byClient, byPartner = map[string]*partner{}, map[string]*partner{}
	found := []error{}

	for _, p := range partners {
		checked, err := newPartner(p)
		found = append(found, err)

		if byClient[p.ClientID] != nil || byPartner[p.PartnerID] != nil {
			found = append(found, fmt.Errorf("%w %s: clientId or partnerId is another bank's too", ErrPartner, p.Code))
		}

		byClient[p.ClientID], byPartner[p.PartnerID] = checked, checked
	}

	return byClient, byPartner, errors.Join(found...)
}

// Start begins to answer inquiries and payments.
func (s *Service) Start(ctx context.Context) {
	for _, b := range s.batchers {
		b.Start(ctx)
	}
}

// Stop finishes the accepted ones.
func (s *Service) Stop(ctx context.Context) error {
	found := make([]error, len(s.batchers))
	for i, b := range s.batchers {
		found[i] = b.Stop(ctx)
	}

	return errors.Join(found...)
}

// do has an inquiry or a payment decided and waits for the commit.
func (s *Service) do(ctx context.Context, w work) Response {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()

	h := fnv.New32a()
	_, _ = h.Write([]byte(w.number)) // never fails

	// One account is always in one batcher, so that two commits seldom want the same wallet.
	said, err := s.batchers[int(h.Sum32()%uint32(len(s.batchers)))].Do(ctx, w) //nolint:gosec // few

	switch {
	case err == nil:
		return said
	case errors.Is(err, context.DeadlineExceeded):
		said = resultTimeout.response(w.service)
	default:
		said = resultGeneral.response(w.service)
	}

	said.Err = err // the outcome may be unknown: the bank repeats the payment with flagAdvise

	return said
}
