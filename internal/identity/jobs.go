package identity

import (
	"context"
	"time"

	"loket/internal/platform/job"
)

// The kinds of jobs of identity.
const (
	// ForgotKind jobs mail a link for a new password.
	ForgotKind = "identity.forgot"
	// cleanupKind jobs delete expired tries, sessions and links.
	cleanupKind = "identity.cleanup"
)

const (
	forgotTime   = 20 * time.Second
	cleanupEvery = 10 * time.Minute
	cleanupTime  = 5 * time.Minute
)

func (s *Service) registerJobs() {
	s.opt.Jobs.Handle(ForgotKind, job.KindOptions{Timeout: forgotTime}, s.mailResetLink)
	s.opt.Jobs.Handle(cleanupKind, job.KindOptions{Workers: 1, Timeout: cleanupTime}, func(ctx context.Context, _ job.Job) error {
		_, err := s.Cleanup(ctx)

		return err
	})
	s.opt.Jobs.Every(cleanupKind, cleanupEvery, cleanupKind)
}
