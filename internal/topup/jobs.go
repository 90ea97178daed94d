package topup

import (
	"context"
	"time"

	"loket/internal/platform/job"
)

// The jobs: one expires orders, one gives a virtual account to wallets that were left without. The second reads all
// wallets, so it runs seldom. Both may run at any time on any node.
const (
	expireKind  = "topup.expire"
	expireEvery = 2 * time.Second

	accountsKind  = "topup.accounts"
	accountsEvery = 10 * time.Minute
)

func (s *Service) registerJobs() {
	s.Jobs.Handle(expireKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.Expire(ctx)

		return err
	})
	s.Jobs.Every(expireKind, expireEvery, expireKind)

	s.Jobs.Handle(accountsKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.OpenAccounts(ctx)

		return err
	})
	s.Jobs.Every(accountsKind, accountsEvery, accountsKind)
}
