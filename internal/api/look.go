package api

import "net/http"

// LookRule says what an operation is to staff who look at the portal as a user sees it (identity.Principal.Looks). Without one, they may call what
// is read by GET without a proof of who asks, and nothing else.
type LookRule string

// The rules, shown as x-look.
const (
	// EndsLook operations end the look.
	EndsLook LookRule = "ends"
	// NotForLooks operations read a secret of the client.
	NotForLooks LookRule = "no"
)

// servesLooks reports whether staff who look may call a route.
func (r rule) servesLooks() bool {
	return r.look == EndsLook || r.method == http.MethodGet && r.look != NotForLooks && !r.stepUp
}
