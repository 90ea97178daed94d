package topup

import "loket/internal/platform/fault"

// The errors of top-ups.
var (
	ErrEnded = fault.Definition{
		Kind: fault.Conflict, Code: "TopupEndedError", Message: msgEnded,
		Cause: "The top-up was paid, cancelled or expired before.",
		Mend:  "Load it again to see how it ended.",
	}
	ErrOngoing = fault.Definition{
		Kind: fault.Conflict, Code: "TopupOngoingError", Message: msgOngoing,
		Cause: "The client has an open top-up by bank transfer for another wallet, bank or amount. `id` is that one.",
		Mend:  "Finish or cancel the open top-up first.",
	}
	ErrNotMaker = fault.Definition{
		Kind: fault.Forbidden, Code: "TopupNotYoursError", Message: msgNotMaker,
		Cause: "An open top-up is cancelled by the user who made it, or by one with permission 302.",
		Mend:  "Ask that user, or a root user of your company.",
	}
	ErrNotInSuspense = fault.Definition{
		Kind: fault.Conflict, Code: "TransferSettledError", Message: msgTransferSettled,
		Cause: "The transfer is not in suspense: it was credited or returned before. Only staff see this error.",
		Mend:  "List what is in suspense again.",
	}
	ErrBankProblem = fault.Definition{
		Kind: fault.Conflict, Code: "BankProblemError", Message: msgBankProblem,
		Cause: "The provider marked its account at this bank as having a problem. Open top-ups are still credited.",
		Mend:  "Choose another bank.",
	}
	ErrCodesUsed = fault.Definition{
		Kind: fault.Conflict, Code: "UniqueAmountsUsedError", Message: msgCodesUsed,
		Cause: "All 999 codes of the bank account are taken by open top-ups, or ended less than a day ago.",
		Mend:  "Choose another bank, or try again later.",
	}
	ErrOff = fault.Definition{
		Kind: fault.Conflict, Code: "UniqueAmountOffError", Message: msgOff,
		Cause: "The provider switched top-ups by bank transfer off for all clients.",
		Mend:  "Use a virtual account.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrEnded, ErrOngoing, ErrNotMaker, ErrNotInSuspense, ErrBankProblem, ErrCodesUsed, ErrOff}
}
