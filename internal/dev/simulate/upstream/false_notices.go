package upstream

import (
	"context"
	"strings"
)

// sendFalseNotices sends false notices: forged ones with the opposite outcome, and signed ones about unknown
// references.
func (s *Supplier) sendFalseNotices(r record, dealt plan) {
	if dealt.forged {
		s.post(s.forgedNotice(r), 0, 1)
	}

	if dealt.stray {
		stray := r
		stray.RefID = "STRAY-" + r.RefID
		stray.Status, stray.RC, stray.SN = statusSuccess, codeSuccess, "0"
		s.post(s.newNotice(stray, "stray", s.plainFields(stray)), 0, 1)
	}
}

func (s *Supplier) forgedNotice(r record) notice {
	opposite := r
	opposite.Status, opposite.RC, opposite.SN = statusSuccess, codeSuccess, "9999-9999-9999-9999"

	if !r.Plan.Fails {
		opposite.Status, opposite.RC, opposite.SN = statusFailed, codeFailed, ""
	}

	made := s.newNotice(opposite, "forged", s.plainFields(opposite))
	right := made.signature

	switch dice(0, "forgery", r.RefID).IntN(4) { // the kinds below
	case 0:
		made.signature = ""
	case 1:
		made.signature = "sha1=" + strings.Repeat("0", len(right)-len("sha1="))
	case 2: // the signature of another body
		made.signature = s.signature([]byte(r.RefID))
	default:
		made.signature = strings.Replace(right, "sha1=", "sha256=", 1)
	}

	return made
}

// truthTold is called after every true final outcome that reached the customer. From then on
// repeated and contradictory notices may follow, as with real suppliers.
func (s *Supplier) truthTold(r record) {
	s.mu.Lock()
	chaos := s.settings.Chaos
	first := chaos.Enabled() && !s.told[r.RefID]

	if first {
		s.told[r.RefID] = true
	}
	s.mu.Unlock()

	if !first {
		return
	}

	dealt := chaos.plan(s.account.Name, r.RefID)

	if dealt.duplicate {
		for range 3 { // "the true notice three times"
			s.post(s.newNotice(r, "truth", s.fields(r)), 0, 1)
		}
	}

	if dealt.contradictory {
		s.courier.runLater(chaos.contradictAfter(), func(context.Context) { s.post(s.contradiction(r), 0, 1) })
	}
}

// contradiction is a correctly signed notice with the opposite outcome, or with pending.
func (s *Supplier) contradiction(r record) notice {
	wrong := r

	switch {
	case dice(0, "contradiction", r.RefID).IntN(3) == 0: // one in three
		wrong.Status, wrong.RC, wrong.SN = statusPending, codePending, ""
	case r.Status == statusSuccess:
		wrong.Status, wrong.RC = statusFailed, codeRefunded
	default:
		wrong.Status, wrong.RC, wrong.SN = statusSuccess, codeSuccess, "0000-0000-0000-0000"
	}

	return s.newNotice(wrong, "contradiction", s.plainFields(wrong))
}
