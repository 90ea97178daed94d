package order

import "errors"

// A batch is written in one of two ways. With care: lock the wallets, look up
// the references and the catalogue's version, decide, write. Or quickly: decide
// with what the last batch left behind and let the database refuse the whole
// when anything was different: another node or a refund moved a wallet, the
// catalogue changed, a reference was used before. Then it is done with care.
// Quick saves a round trip and the look-ups; most batches are such.

// errUnsure says that a quick batch would refuse a request; nobody is refused
// for what might no longer be true.
var errUnsure = errors.New("a request is refused only after a look")

// maxStreak bounds the batches with care after failures in a row: 2 to the
// power of it.
const maxStreak = 6

// pace tells which way the next batch takes. A failed quick one costs its work
// twice and leaves dead rows, so after each in a row twice as many are done with
// care first.
type pace struct {
	careful int
	streak  int
}

func (p *pace) quick() bool {
	if p.careful > 0 {
		p.careful--

		return false
	}

	return true
}

func (p *pace) worked() { p.streak = 0 }

func (p *pace) failed() {
	p.streak = min(p.streak+1, maxStreak)
	p.careful = 1 << p.streak
}

// note keeps what a try of a batch taught.
func (l *lane) note(quick bool, err error) {
	switch {
	case err == nil && quick:
		l.pace.worked()
	case err != nil && quick:
		l.pace.failed()
	}

	if err != nil {
		l.memory.Forget()
	}
}
