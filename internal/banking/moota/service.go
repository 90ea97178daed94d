package moota

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/required"
)

// Service stores webhooks and has their mutations matched.
type Service struct {
	inbox   *inbox.Inbox
	topUps  *topup.Service
	sources map[string]Source
}

// requiredDeps is what the service can't do without.
type requiredDeps struct {
	Inbox  *inbox.Inbox
	TopUps *topup.Service
}

// New makes the service and checks the sources. The inbox's handler of banks calls Apply.
func New(box *inbox.Inbox, topUps *topup.Service, sources []Source) (*Service, error) {
	required.Fields(requiredDeps{Inbox: box, TopUps: topUps})

	s := &Service{inbox: box, topUps: topUps, sources: map[string]Source{}}
	for _, one := range sources {
		s.sources[one.Code] = one
	}

	return s, Check(sources)
}

// Check lists the faults of sources.
func Check(sources []Source) error {
	found := make([]error, len(sources))
	for i, one := range sources {
		found[i] = one.Check()
	}

	return errors.Join(found...)
}

// Source returns the webhook of a code, and false if there is none.
func (s *Service) Source(code string) (Source, bool) {
	source, ok := s.sources[code]

	return source, ok
}

// Receive verifies a webhook and stores each of its mutations before it is answered. They are matched soon after.
// Errors: ErrSignature, ErrMalformed.
func (s *Service) Receive(ctx context.Context, source Source, header http.Header, body []byte) error {
	if err := source.Verify(header, body); err != nil {
		return err
	}

	list, err := split(body)
	if err != nil {
		return err
	}

	notices := make([]*inbox.ReceivedNotice, len(list))

	for i, raw := range list {
		m, _ := readMutation(string(raw)) // what can't be read is stored too, and found by staff
		notices[i] = inbox.NewReceived(inbox.Notice{
			Kind: inbox.Bank, Code: source.Code, Subject: subject(source.Accounts[m.AccountNo], m.AccountNo), Content: string(raw),
		}, raw)
	}

	return s.inbox.Receive(ctx, notices...)
}

// errForeign means that no bank is set for the account. The notice is set aside until the settings name it.
var errForeign = fmt.Errorf("%w: the account is not in the settings of the connection", inbox.ErrAside)

// Apply matches a stored mutation and marks it with what became of it. It may run twice.
func (s *Service) Apply(ctx context.Context, n inbox.Notice) error {
	m, err := readMutation(n.Content)
	if err != nil {
		return err
	}

	if !m.Credit {
		return s.inbox.MarkApplied(ctx, n.ID, "outgoing money, ignored")
	}

	if m.Bank = s.sources[n.Code].Accounts[m.AccountNo]; m.Bank == "" {
		return fmt.Errorf("%w: %s", errForeign, m.AccountNo)
	}

	m.ReceivedAt = n.ReceivedAt

	outcome, err := s.topUps.ReceiveMutation(ctx, m)
	if errors.Is(err, banking.ErrInvalid) {
		return errors.Join(inbox.ErrAside, err)
	}

	if err != nil {
		return err
	}

	return s.inbox.MarkApplied(ctx, n.ID, outcome.String())
}

// NoticesWait reports whether mutations of an account are stored and not matched yet. Until then none of its orders
// expires.
func NoticesWait(ctx context.Context, q db.Querier, bankCode, accountNo string) (bool, error) {
	return inbox.Waits(ctx, q, subject(bankCode, accountNo))
}
