package identity

import (
	"loket/internal/identity/password"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// The errors of this package (docs/product/access.md). Their
// codes never change.
var (
	ErrUnauthorized = fault.Definition{
		Kind: fault.Unauthenticated, Code: "UnauthorizedError", Message: msgTokenExpired,
		Cause: "There is no token or API key, or the token is malformed, expired, revoked, or not for this API.",
		Mend:  "Sign in again; for the client API send a current key as `Authorization: Bearer lk_...`.",
	}
	ErrInvalidCredentials = fault.Definition{
		Kind: fault.Unauthenticated, Code: "InvalidCredentialsError", Message: msgCredentialsWrong,
		Cause: "No active user of an active client has this client id, username and password.",
		Mend:  "Check all three; after 10 failures in 15 minutes the account waits.",
	}
	ErrPasswordExpired = fault.Definition{
		Kind: fault.Unauthenticated, Code: "PasswordExpiredError", Message: msgPasswordExpired,
		Cause: "The password was made by the system, flagged by staff or is too old. `token` serves the change of the password alone.",
		Mend:  "Change the password with the token of this answer, then sign in again.",
	}
	ErrForbidden = fault.Definition{
		Kind: fault.Forbidden, Code: "ForbiddenError", Message: msgForbidden,
		Cause: "The user lacks the permission, or the client the feature, that the call needs.",
		Mend:  "Ask a root user of your company, or the provider for a feature.",
	}
	ErrLookOnly = fault.Definition{
		Kind: fault.Forbidden, Code: "LookOnlyError", Message: msgLookOnly,
		Cause: "One of the provider's staff looks at the portal as a user sees it. That session reads, and changes nothing.",
		Mend:  "Let the user do it.",
	}
	ErrNoLook = fault.Definition{
		Kind: fault.Conflict, Code: "NoLookError", Message: msgNoLook,
		Cause: "The user is inactive, or the client is closed. Only staff see this error.",
		Mend:  "Look as another user of the client.",
	}
	ErrInvalidPIN = fault.Definition{
		Kind: fault.Unauthenticated, Code: "InvalidPinError", Message: msgPINWrong,
		Cause: "The PIN is not the user's. It does not end the session.",
		Mend:  "Try again; 5 wrong ones lock the PIN for 30 minutes, 15 in all until it is reset.",
	}
	ErrPINLocked = fault.Definition{
		Kind: fault.Forbidden, Code: "PinLockedError", Message: msgPINLocked,
		Cause: "5 wrong PINs (locked for 30 minutes), or 15 in all since the PIN was set (locked until it is reset).",
		Mend:  "Wait until `retryAt` (Retry-After has the same in seconds); where it is missing, reset the PIN.",
	}
	ErrPINNotSet = fault.Definition{
		Kind: fault.Conflict, Code: "PinNotSetError", Message: msgPINNotSet,
		Cause: "The user has no PIN.",
		Mend:  "Request a PIN on the profile page.",
	}
	ErrSecondFactorRequired = fault.Definition{
		Kind: fault.Unauthenticated, Code: "SecondFactorRequiredError", Message: msgSecondFactorNeeded,
		Cause: "The token is that of the first step of a sign-in. It serves the second step alone.",
		Mend:  "Send the code of the second step, and use the token of that answer.",
	}
	ErrFactorDemanded = fault.Definition{
		Kind: fault.Forbidden, Code: "SecondFactorDemandedError", Message: msgFactorDemanded,
		Cause: "The client demands a second factor of this user, who has none. The session serves its set-up alone.",
		Mend:  "Add a passkey or an authenticator app; the session goes on with it.",
	}
	ErrInvalidCode = fault.Definition{
		Kind: fault.Unauthenticated, Code: "InvalidCodeError", Message: msgCodeWrong,
		Cause: "The code is not of an authenticator app or a recovery code of the user, is too old, or was used before. It does not end the session.",
		Mend:  "Wait for the next code of the app and try again; after 5 wrong codes in 15 minutes further ones are refused.",
	}
	ErrInvalidPasskey = fault.Definition{
		Kind: fault.Unauthenticated, Code: "InvalidPasskeyError", Message: msgPasskeyRefused,
		Cause: "The passkey is not the user's, was removed, may have been copied, or its answer is too old, was used before, or is to another question. It does not end the session.",
		Mend:  "Ask for new options and try again, or use another method.",
	}
	ErrStepUpRequired = fault.Definition{
		Kind: fault.Forbidden, Code: "StepUpRequiredError", Message: msgStepUpNeeded,
		Cause: "The call needs a proof of who uses the session that is not older than five minutes. `methods` names what serves.",
		Mend:  "Prove it by `POST /v1/auth/step-up`, then repeat the call with the token of that answer.",
	}
	ErrFactorLimit = fault.Definition{
		Kind: fault.Conflict, Code: "FactorLimitError", Message: msgFactorLimit,
		Cause: "A user has at most 2 authenticator apps and 10 passkeys.",
		Mend:  "Remove one first.",
	}
	ErrNoFactor = fault.Definition{
		Kind: fault.Conflict, Code: "NoFactorError", Message: msgNoFactor,
		Cause: "The call is for users with a second factor, or with a passkey, and this user has none.",
		Mend:  "Add a passkey or an authenticator app; the first one brings recovery codes.",
	}
	ErrKeyUnknown = fault.Definition{
		Kind: fault.Unauthenticated, Code: "ApiKeyUnknownError", Message: msgKeyUnknown,
		Cause: "There is no such API key: it is incomplete or mistyped (the message says so), or never was one of this deployment.",
		Mend:  "Check the key against your secret store; make a new one if it is lost.",
	}
	ErrKeyRevoked = fault.Definition{
		Kind: fault.Unauthenticated, Code: "ApiKeyRevokedError", Message: msgKeyDeleted,
		Cause: "The API key was deleted, or rolled without an overlap.",
		Mend:  "Use the key that replaces it.",
	}
	ErrKeyEnded = fault.Definition{
		Kind: fault.Unauthenticated, Code: "ApiKeyEndedError", Message: msgKeyEnded,
		Cause: "The end date of the API key has come, or the overlap after it was rolled is over.",
		Mend:  "Use the key that replaces it, or make a new one.",
	}
	ErrKeyScope = fault.Definition{
		Kind: fault.Forbidden, Code: "ApiKeyScopeError", Message: msgKeyScopeMissing,
		Cause: "The API key lacks the scope of this call; the message names it.",
		Mend:  "Use another key, or add the scope to this one in the portal.",
	}
	ErrKeyAddress = fault.Definition{
		Kind: fault.Forbidden, Code: "ApiKeyAddressError", Message: msgKeyAddressOther,
		Cause: "The API key may be used from certain network addresses, and the call came from another one, which the message names.",
		Mend:  "Call from one of them, or add the address to the key in the portal.",
	}
	ErrKeyRoll = fault.Definition{
		Kind: fault.Conflict, Code: "ApiKeyRollError", Message: msgKeyRoll,
		Cause: "The API key has ended or was rolled already, or another one was rolled and is valid still.",
		Mend:  "Delete the key that was rolled before, or wait for its end; instead of a key that has ended make a new one.",
	}
	ErrKeyLimit = fault.Definition{
		Kind: fault.Conflict, Code: "ApiKeyLimitError", Message: msgKeyLimit,
		Cause: "A client has at most 2 API keys, beside one that was rolled and is valid still.",
		Mend:  "Delete one that is no longer used.",
	}
	ErrTaken = fault.Definition{
		Kind: fault.Conflict, Code: "AlreadyExistsError", Message: msgTaken,
		Cause: "A client id or code, a username within its client, or a role name is in use already.",
		Mend:  "Choose another one.",
	}
	ErrClientUnauthorized = fault.Definition{
		Kind: fault.Unauthenticated, Code: "ClientUnauthorizedError", Message: msgPasswordWrong,
		Cause: "The current password that came with the change is wrong. It does not end the session.",
		Mend:  "Give the current password; after 10 failures in 15 minutes the account waits.",
	}
	ErrPasswordNeeded = fault.Definition{
		Kind: fault.Forbidden, Code: "PasswordRequiredError", Message: msgPasswordNeeded,
		Cause: "The change leads money to another place, and came without the caller's current password.",
		Mend:  "Ask the user for the password and send it with the same change.",
	}
	ErrSelfDelete = fault.Definition{
		Kind: fault.Conflict, Code: "SelfDeleteError", Message: msgSelfDelete,
		Cause: "The user to delete is the one that asks.",
		Mend:  "Let another user with the permission do it.",
	}
	ErrLastRoot = fault.Definition{
		Kind: fault.Conflict, Code: "LastRootError", Message: msgLastRoot,
		Cause: "The client would be left without an active root user: the last one would be deleted, or get another role.",
		Mend:  "Ask the provider for another root user first.",
	}
	ErrPINUseless = fault.Definition{
		Kind: fault.Conflict, Code: "PinUselessError", Message: msgPINUseless,
		Cause: "A root user started a PIN for a user who is inactive or may not create scheduled orders.",
		Mend:  "Give the user a role with permission 206 first.",
	}
	ErrRoleFixed = fault.Definition{
		Kind: fault.Conflict, Code: "RoleFixedError", Message: msgRoleFixed,
		Cause: "Roles that all clients share have fixed permissions.",
		Mend:  "Make a role of your own and give it to the user.",
	}
	ErrFactorReset = fault.Definition{
		Kind: fault.Conflict, Code: "FactorResetError", Message: msgResetNothing,
		Cause: "The second factors can't be reset: the user is oneself, is inactive, or has none. Staff reset those of an only root user alone.",
		Mend:  "Let another root user of your company start it.",
	}
	ErrRoleInUse = fault.Definition{
		Kind: fault.Conflict, Code: "RoleInUseError", Message: msgRoleInUse,
		Cause: "The role to delete is that of users still.",
		Mend:  "Give them another role first.",
	}
	ErrRoleLimit = fault.Definition{
		Kind: fault.Conflict, Code: "RoleLimitError", Message: msgRoleLimit,
		Cause: "The client has 20 roles of its own.",
		Mend:  "Delete one that nobody has.",
	}
)

// Texts returns the message tables that the tag "missing" of an operation's fields can
// name.
func Texts() []*language.Table { return []*language.Table{messages, password.Texts()} }

// Definitions lists the errors of this package for the documentation.
func Definitions() []fault.Definition {
	return []fault.Definition{
		ErrUnauthorized, ErrInvalidCredentials, ErrPasswordExpired, ErrForbidden, ErrLookOnly, ErrNoLook, ErrInvalidPIN, ErrPINLocked, ErrPINNotSet, ErrPINUseless,
		ErrSecondFactorRequired, ErrFactorDemanded, ErrInvalidCode, ErrInvalidPasskey, ErrStepUpRequired, ErrFactorLimit, ErrNoFactor,
		ErrKeyUnknown, ErrKeyRevoked, ErrKeyEnded, ErrKeyScope, ErrKeyAddress, ErrKeyRoll, ErrKeyLimit, ErrTaken, ErrRoleFixed, ErrFactorReset, ErrRoleInUse, ErrRoleLimit, ErrClientUnauthorized, ErrPasswordNeeded, ErrSelfDelete, ErrLastRoot,
	}
}
