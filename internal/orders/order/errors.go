package order

import "loket/internal/platform/fault"

// The errors of orders.
var (
	ErrState = fault.Definition{
		Kind: fault.Conflict, Code: "OrderStateError", Message: msgState,
		Cause: "The order has ended already, or nothing about it waits for staff.",
		Mend:  "Look the order up and act on its present state.",
	}
	ErrInFlight = fault.Definition{
		Kind: fault.Conflict, Code: "OrderInFlightError", Message: msgInFlight,
		Cause: "A call to a supplier is in flight, so the purchase may be made at this moment.",
		Mend:  "Wait for the answer. If the supplier told you what became of the purchase, say so: `--supplier-said`.",
	}
)

// NoSuchOrder is the error for an order that the client does not have.
func NoSuchOrder() *fault.Error { return fault.ErrNotFound.Msg(msgNoOrder) }

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrState, ErrInFlight}
}
