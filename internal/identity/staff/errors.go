package staff

import "loket/internal/platform/fault"

// The errors of this package. Only staff see them.
var (
	ErrSelf = fault.Definition{
		Kind: fault.Conflict, Code: "StaffSelfError", Message: msgSelf,
		Cause: "Nobody changes the own role or account, nor decides about it. Only staff see this error.",
		Mend:  "Ask another owner.",
	}
	ErrLastOwner = fault.Definition{
		Kind: fault.Conflict, Code: "LastOwnerError", Message: msgLastOwner,
		Cause: "The provider would be left without an active owner. Only staff see this error.",
		Mend:  "Make another owner first.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrSelf, ErrLastOwner} }
