package shift

import (
	"context"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
)

const (
	// Hours is how far back changes are shown.
	Hours = 8

	mostChanges = 200
	// atOnce and mostLooks bound how many entries of the log are looked through: those of clients' users stand between.
	atOnce    = 500
	mostLooks = 10
)

// Changes lists what staff and operators of the machine changed in the last 8 hours, newest first, without what they only read. Without the
// right to read the audit log a caller sees the own changes alone. more reports whether there are others.
func (s *Service) Changes(ctx context.Context, p *identity.Principal) (list []audit.Line, more bool, err error) {
	q := audit.Query{Limit: atOnce}
	if p.Require(identity.AuditRead) != nil {
		q.Actor = audit.Staff(p.Username)
	}

	since := s.deps.Clock.Now().Add(-Hours * time.Hour)
	if q.Actor != "" {
		q.From = since // the index has the actor and the time
	}

	for range mostLooks {
		page, err := audit.List(ctx, s.deps.DB.Reader(), q)
		if err != nil {
			return nil, false, err
		}

		for _, l := range page {
			switch {
			case l.At.Before(since):
				return list, false, nil
			case l.Action == readAction || !byStaff(l.Actor):
			case len(list) == mostChanges:
				return list, true, nil
			default:
				list = append(list, l)
			}
		}

		if len(page) < atOnce {
			return list, false, nil
		}

		q.Before = page[len(page)-1].ID
	}

	return list, true, nil
}

// readAction is the action of entries about what staff read.
const readAction = "staff.read"

func byStaff(actor string) bool {
	return strings.HasPrefix(actor, audit.Staff("")) || strings.HasPrefix(actor, audit.Operator(""))
}
