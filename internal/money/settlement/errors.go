package settlement

import "loket/internal/platform/fault"

// The errors of settlements.
var (
	ErrNoSettlement = fault.Definition{
		Kind: fault.Conflict, Code: "SettlementMissingError", Message: msgNotRegistered,
		Cause: "The client has no settlement, so it can't pay later.",
		Mend:  "Apply for a settlement, or pay from a deposit: paymentType deposit.",
	}
	ErrInactive = fault.Definition{
		Kind: fault.Conflict, Code: "SettlementInactiveError", Message: msgInactive,
		Cause: "The client's settlement was set inactive by the provider.",
		Mend:  "Ask the provider to set the settlement active, or pay from a deposit.",
	}
	ErrOverdue = fault.Definition{
		Kind: fault.Conflict, Code: "SettlementOverdueError", Message: msgOverdue,
		Cause: "An invoice was not paid by its due date.",
		Mend:  "Pay the invoice; orders are accepted again as soon as the payment is confirmed.",
	}
	ErrInsufficientLimit = fault.Definition{
		Kind: fault.Conflict, Code: "InsufficientLimitError", Message: msgLimitLow,
		Cause: "What is left of the settlement limit is less than the price. An order is paid whole from the limit or refused.",
		Mend:  "Pay an invoice, raise the limit, or pay from a deposit. Nothing was kept of the request.",
	}
	ErrTopupOff = fault.Definition{
		Kind: fault.Conflict, Code: "SettlementTopupOffError", Message: msgTopupOff,
		Cause: "The provider does not let this client raise its limit.",
		Mend:  "Ask the provider to raise the limit.",
	}
	ErrLimitChanged = fault.Definition{
		Kind: fault.Conflict, Code: "SettlementLimitChangedError", Message: msgLimitIs.With(""),
		Cause: "The limit is another one than expected_limit: another user or the provider changed it meanwhile.",
		Mend:  "Load the settlement again, show the present limit, and ask the user once more. Nothing was raised.",
	}
	ErrPostingConflict = fault.ErrIdempotencyConflict
)

// NoSuchSettlement is the error for a settlement that the client does not have.
func NoSuchSettlement() *fault.Error { return fault.ErrNotFound.Msg(msgNoSettlement) }

// NoSuchPeriod is the error for a period that the settlement does not have.
func NoSuchPeriod() *fault.Error { return fault.ErrNotFound.Msg(msgNoPeriod) }

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrNoSettlement, ErrInactive, ErrOverdue, ErrInsufficientLimit, ErrTopupOff, ErrLimitChanged}
}
