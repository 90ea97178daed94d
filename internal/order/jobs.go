package order

import (
	"time"

	"loket/internal/platform/job"
)

// The kinds of jobs of orders.
const (
	noticeKind = "order.notice"
)

type noticeArgs struct {
	ID string `json:"id"`
}

// Limits of the jobs. Errors of our own, such as a database outage, are retried for long.
const (
	noticeTimeout  = 30 * time.Second
	noticeAttempts = 1000
	noticeWorkers  = 8
)

func (s *Service) registerJobs() {
	s.Jobs.Handle(noticeKind, job.KindOptions{Workers: noticeWorkers, Timeout: noticeTimeout, MaxAttempts: noticeAttempts}, s.applyNotice)
	s.Jobs.Handle(purgeNoticesKind, job.KindOptions{Workers: 1, Timeout: purgeNoticesTime}, s.purgeNoticesJob)
	s.Jobs.Every(purgeNoticesKind, purgeNoticesEvery, purgeNoticesKind)
}
