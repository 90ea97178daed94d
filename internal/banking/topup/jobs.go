package topup

import (
	"context"
	"time"

	"loket/internal/platform/job"
)

// The jobs: one expires orders, one gives a virtual account to wallets that were left without, and one tells staff what is
// in suspense. The second reads all wallets, so it runs seldom. All may run at any time on any node.
const (
	expireKind  = "topup.expire"
	expireEvery = 2 * time.Second

	accountsKind  = "topup.accounts"
	accountsEvery = 10 * time.Minute

	suspenseKind  = "topup.suspense"
	suspenseEvery = 24 * time.Hour // at 07:00 in Jakarta
)

func (s *Service) registerJobs() {
	s.deps.Jobs.Handle(expireKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.Expire(ctx)

		return err
	})
	s.deps.Jobs.Every(expireKind, expireEvery, expireKind)

	s.deps.Jobs.Handle(accountsKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.OpenAccounts(ctx)

		return err
	})
	s.deps.Jobs.Every(accountsKind, accountsEvery, accountsKind)

	s.deps.Jobs.Handle(suspenseKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.MailSuspense(ctx) })
	s.deps.Jobs.Every(suspenseKind, suspenseEvery, suspenseKind)
}
