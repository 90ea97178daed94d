package upstream

import "net/http"

// Protocol is what a simulated supplier speaks.
type Protocol string

// The protocols.
const (
	Digiflazz Protocol = ""
	IAK       Protocol = "iak"
	OtomaX    Protocol = "otomax"
)

// server is the simulator's side of the protocol; nil of one that it doesn't know.
func (p Protocol) server() protocol {
	switch p {
	case Digiflazz:
		return digiflazz{}
	case IAK:
		return iak{}
	case OtomaX:
		return otomax{}
	default:
		return nil
	}
}

// protocol is how a supplier speaks. What happens to a purchase, the book, the faults and the sending of notices are the same for all: see
// transaction.go.
type protocol interface {
	// register adds the routes of a supplier, below /suppliers/{name}.
	register(mux *http.ServeMux, s *Supplier)
	// refuseBody answers a request that can't be read.
	refuseBody(s *Supplier, w http.ResponseWriter)
	// contradict makes an answer contradict itself. both asks for an answer with both outcomes.
	contradict(text string, both bool) string
	// notice is a rightly signed notice about a purchase; false where the protocol has none for its kind.
	notice(s *Supplier, r record, variant string) (notice, bool)
	// forge breaks the signature of a notice about a purchase.
	forge(s *Supplier, r record, n notice) notice
}
