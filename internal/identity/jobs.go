package identity

import (
	"time"

	"loket/internal/platform/job"
)

// The kinds of jobs of identity.
const (
	// ForgotKind jobs mail a link for a new password.
	ForgotKind = "identity.forgot"
	// wrongCodesKind jobs tell of sign-ins that stopped at the second step.
	wrongCodesKind = "identity.wrong-codes"
	// financeEmailKind jobs tell that staff replaced a finance e-mail.
	financeEmailKind = "identity.finance-email"
	// cleanupKind jobs delete expired tries, sessions and links.
	cleanupKind = "identity.cleanup"
)

const (
	forgotTime   = 20 * time.Second
	cleanupEvery = 10 * time.Minute
)

func (s *Service) registerJobs() {
	s.opt.Jobs.Handle(ForgotKind, job.KindOptions{Timeout: forgotTime}, s.mailResetLink)
	s.opt.Jobs.Handle(wrongCodesKind, job.KindOptions{Timeout: forgotTime}, s.mailWrongCodes)
	s.opt.Jobs.Handle(financeEmailKind, job.KindOptions{Timeout: forgotTime}, s.mailFinanceEmail)
	s.opt.Jobs.Handle(factorResetKind, job.KindOptions{Timeout: forgotTime}, s.resetFactors)
	s.opt.Jobs.Handle(lookEndKind, job.KindOptions{Timeout: forgotTime}, s.endLook)
	s.opt.Jobs.EveryPurge(cleanupKind, cleanupEvery, s.Cleanup)
}
