package order

import "loket/internal/platform/job"

func (s *Service) registerJobs() {
	s.Jobs.Handle(purgeNoticesKind, job.KindOptions{Workers: 1, Timeout: purgeNoticesTime}, s.purgeNoticesJob)
	s.Jobs.Every(purgeNoticesKind, purgeNoticesEvery, purgeNoticesKind)
}
