package upstream

import (
	"context"
)

// sendFalseNotices sends false notices: forged ones with the opposite outcome, and signed ones about unknown
// references.
func (s *Supplier) sendFalseNotices(r record, dealt plan) {
	if dealt.forged {
		s.sendForged(r)
	}

	if dealt.stray {
		stray := r
		stray.RefID = "STRAY-" + r.RefID
		stray.Status, stray.RC, stray.SN = statusSuccess, codeSuccess, "0"
		s.sendVariant(stray, "stray")
	}
}

// sendVariant sends a notice that nobody owes. Some kinds of purchases have no notices.
func (s *Supplier) sendVariant(r record, variant string) {
	if made, ok := s.protocol.notice(s, r, variant); ok {
		s.post(made, 0, 1)
	}
}

// sendForged sends the opposite of the truth with a wrong signature.
func (s *Supplier) sendForged(r record) {
	opposite := r
	opposite.Status, opposite.RC, opposite.SN = statusSuccess, codeSuccess, "9999-9999-9999-9999"

	if !r.Plan.Fails {
		opposite.Status, opposite.RC, opposite.SN = statusFailed, codeFailed, ""
	}

	if made, ok := s.protocol.notice(s, opposite, "forged"); ok {
		s.post(s.protocol.forge(s, r, made), 0, 1)
	}
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
			s.sendVariant(r, variantTruth)
		}
	}

	if dealt.contradictory {
		s.courier.runLater(chaos.contradictAfter(), func(context.Context) { s.sendContradiction(r) })
	}
}

// sendContradiction sends a correctly signed notice with the opposite outcome, or with pending.
func (s *Supplier) sendContradiction(r record) {
	wrong := r

	switch {
	case dice(0, "contradiction", r.RefID).IntN(3) == 0: // one in three
		wrong.Status, wrong.RC, wrong.SN = statusPending, codePending, ""
	case r.Status == statusSuccess:
		wrong.Status, wrong.RC = statusFailed, codeRefunded
	default:
		wrong.Status, wrong.RC, wrong.SN = statusSuccess, codeSuccess, "0000-0000-0000-0000"
	}

	s.sendVariant(wrong, "contradiction")
}
