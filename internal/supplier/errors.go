package supplier

import "errors"

// The errors of the calls that move no money. They never carry a secret.
var (
	// ErrNoticeSignature: the callback is not the supplier's, or no secret is configured.
	ErrNoticeSignature = errors.New("supplier notice: signature refused")
	// ErrNoticeMalformed: rightly signed, but not a notice that we know.
	ErrNoticeMalformed = errors.New("supplier notice: not understood")
	// ErrRateLimited: the supplier wants to be asked less often.
	ErrRateLimited = errors.New("supplier: asked too often")
	// ErrRefused: the supplier answered and said no; the wrapping text has its code.
	ErrRefused = errors.New("supplier: refused")
	// ErrUnavailable: no usable answer.
	ErrUnavailable = errors.New("supplier: no usable answer")
	// ErrConfig: an adapter or the registry was set up wrongly.
	ErrConfig = errors.New("supplier: configuration")
)
