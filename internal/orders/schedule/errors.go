package schedule

import "loket/internal/platform/fault"

// The errors of scheduled orders.
var (
	ErrNotCancelable = fault.Definition{
		Kind: fault.Conflict, Code: "NotCancelableError", Message: msgNotCancelable,
		Cause: "The scheduled order is done or was canceled already.",
		Mend:  "Load it again and show its present state.",
	}
	ErrNotWaiting = fault.Definition{
		Kind: fault.Conflict, Code: "NotWaitingError", Message: msgNotWaiting,
		Cause: "The scheduled order doesn't wait for such a decision: somebody was faster, or it expired.",
		Mend:  "Load it again and show its present state.",
	}
	ErrChangeReplaced = fault.Definition{
		Kind: fault.Conflict, Code: "ChangeReplacedError", Message: msgChangeReplaced,
		Cause: "The change of the approval limit that waits is another one than the request names: a user replaced it meanwhile.",
		Mend:  "Load the limit again, show the change that waits now, and ask the user once more. Nothing was decided.",
	}
	ErrOwnApproval = fault.Definition{
		Kind: fault.Forbidden, Code: "OwnApprovalError", Message: msgOwnApproval,
		Cause: "The user who made the scheduled order tried to approve or reject it.",
		Mend:  "Ask another user with the permission. The maker may cancel it.",
	}
	ErrStillRunning = fault.Definition{
		Kind: fault.Conflict, Code: "StillRunningError", Message: msgStillRunning,
		Cause: "Lines of the scheduled order still wait for their orders, so it is not known which ones fail.",
		Mend:  "Wait until no line is waiting, or cancel it.",
	}
	ErrNothingToRetry = fault.Definition{
		Kind: fault.Conflict, Code: "NothingToRetryError", Message: msgNothingToRetry,
		Cause: "No line failed, or other retries have all failed lines waiting, pending or paid. Lines whose outcome is not known are never retried.",
		Mend:  "Load it again and show its lines and retries.",
	}
)

// NoSuchOrder is the error for a scheduled order that the client does not have.
func NoSuchOrder() *fault.Error { return fault.ErrNotFound.Msg(msgNoOrder) }

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrNotCancelable, ErrNotWaiting, ErrChangeReplaced, ErrOwnApproval, ErrStillRunning, ErrNothingToRetry}
}
