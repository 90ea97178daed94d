package supplier

import (
	"context"

	"loket/internal/platform/clientid"
)

// Sandbox is the code of the supplier of sandboxes, which is part of the program. No other supplier may have it.
const Sandbox = "sandbox"

// serves reports whether this supplier is one for the client: sandboxes buy at Sandbox alone, and nobody else does.
func (g *Guard) serves(clientID int64) bool {
	return clientid.IsSandbox(clientID) == (g.code == Sandbox)
}

// wrongMode refuses a call of a client whom this supplier doesn't serve. Nothing was sent. Orders are routed right, and the database refuses
// other attempts, so this is a fault of the program.
func (g *Guard) wrongMode(ctx context.Context, name string, req Request) Answer {
	g.log.ErrorContext(ctx, "a call was not made: a sandbox and a real supplier must not meet",
		"supplier", g.code, "call", name, "client", req.ClientID, "reference", req.Reference)

	answer := Answer{Outcome: FailedNotCreated, Code: CodeInvalid, Message: "Not sent: this supplier does not serve this client."}
	if name == "status" { // which says nothing about the first send
		answer.Outcome = Unknown
	}

	g.meters.count(g.code, name, answer.Outcome)

	return answer
}
