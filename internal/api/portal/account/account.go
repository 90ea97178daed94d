// Package account serves the calls about who uses the dashboard: sign-in and sessions, the own account, the client's users and API
// keys, and the stream of hints, which ends with its session.
package account

import (
	"loket/internal/api"
	"loket/internal/api/stream"
	"loket/internal/developer/sandbox"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/platform/live"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity    *identity.Service
	Sandbox     *sandbox.Service
	Settlements *settlement.Service
	Live        *live.Hub
	// Stopping is closed when the server begins to stop; streams end then.
	Stopping <-chan struct{}
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	open := stream.New(s.Identity)

	registerAccess(a, s, open)
	registerOwnAccount(a, s)
	registerUsers(a, s)
	registerRoles(a, s)
	registerFactorReset(a, s)
	registerKeys(a, s)
	registerSessions(a, s, open)
	registerSecurity(a, s)
	registerDuplicates(a, s)
	registerFactors(a, s)
	registerPasskeys(a, s)
	registerSecondStep(a, s, open)
	registerLook(a, s)
	registerEvents(a, s, open)
}
