package order

import (
	"time"

	"loket/internal/platform/job"
)

// The kinds of jobs of orders.
const (
	dispatchKind = "order.dispatch"
	noticeKind   = "order.notice"
)

type jobArgs struct {
	ClientID int64 `json:"clientId"`
	OrderID  int64 `json:"orderId"`
}

type noticeArgs struct {
	ID string `json:"id"`
}

// Limits of the jobs. A dispatch may call several suppliers, each for up to its time-out. Errors
// of our own, such as a database outage, are retried for long, since an order without its
// dispatch job would stay pending.
const (
	dispatchTimeout  = 2 * time.Minute
	dispatchAttempts = 1000
	noticeTimeout    = 30 * time.Second
	noticeAttempts   = 1000
	noticeWorkers    = 8
)

func (s *Service) registerJobs() {
	s.Jobs.Handle(dispatchKind, job.KindOptions{Workers: s.opt.Workers, Timeout: dispatchTimeout, MaxAttempts: dispatchAttempts}, s.dispatch)
	s.Jobs.Handle(noticeKind, job.KindOptions{Workers: noticeWorkers, Timeout: noticeTimeout, MaxAttempts: noticeAttempts}, s.applyNotice)
	s.Jobs.Handle(purgeNoticesKind, job.KindOptions{Workers: 1, Timeout: purgeNoticesTime}, s.purgeNoticesJob)
	s.Jobs.Every(purgeNoticesKind, purgeNoticesEvery, purgeNoticesKind)
}
