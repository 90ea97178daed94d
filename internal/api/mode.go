package api

import (
	"errors"
	"net/http"

	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// SandboxRule says what a call of a session does with the header Loket-Mode: test.
type SandboxRule string

// The rules, shown as x-sandbox. Calls without one refuse the header.
const (
	// InSandbox calls act in the sandbox of the caller's client, for users with the permission for webhooks. The handler must act for the
	// principal's client alone.
	InSandbox SandboxRule = "acts"
	// SameInSandbox calls are about the signed-in user, or about the sandbox in any case: the header changes nothing.
	SameInSandbox SandboxRule = "same"
)

// The mode of a request. A key says it itself; a session acts in the sandbox of its client if the request says so. Answers from a sandbox have
// the same header.
const (
	modeHeader = "Loket-Mode"
	testMode   = "test"
)

// ErrWanted marks an error that a destination of the sandbox asks for. It is answered as it is, and not reported.
var ErrWanted = errors.New("the sandbox was asked for an error")

// chooseMode lets a session act in the sandbox of its client. Errors: fault.ErrValidation for a call that has none, identity.ErrForbidden for a
// user who may not, fault.ErrNotFound for a client that has none.
func (a *API) chooseMode(r *http.Request, rule rule, p *identity.Principal) error {
	given := r.Header.Get(modeHeader)
	if given == "" || p.Kind != identity.SessionKind {
		return nil
	}

	if given != testMode {
		return fault.InvalidField(modeHeader, msgMode)
	}

	switch rule.sandbox {
	case SameInSandbox:
		return nil
	case InSandbox:
	default:
		return fault.InvalidField(modeHeader, msgNotInSandbox)
	}

	if err := p.Require(identity.WebhookManage); err != nil {
		return err
	}

	id, found, err := a.options.Identity.Sandbox(r.Context(), p.ClientID)
	if err != nil {
		return err
	}

	if !found {
		return fault.ErrNotFound.Msg(msgNoSandbox)
	}

	p.EnterSandbox(id)

	return nil
}
