package supplier

import "errors"

// The errors of the calls that move no money. They never carry a secret.
var (
	// ErrNoticeSignature: the signature is missing or wrong, or no secret is configured.
	ErrNoticeSignature = errors.New("supplier notice: signature refused")
	// ErrNoticeMalformed: the signature is right, but the body is no known notice.
	ErrNoticeMalformed = errors.New("supplier notice: not understood")
	// ErrRateLimited: the supplier's rate limit was exceeded.
	ErrRateLimited = errors.New("supplier: asked too often")
	// ErrRefused: the supplier refused the call; the wrapping text has its code.
	ErrRefused = errors.New("supplier: refused")
	// ErrUnsupported: the supplier has no such call.
	ErrUnsupported = errors.New("supplier: no such call")
	// ErrUnavailable: no usable answer.
	ErrUnavailable = errors.New("supplier: no usable answer")
	// ErrConfig: the settings of an adapter or of the registry are invalid.
	ErrConfig = errors.New("supplier: configuration")
)
