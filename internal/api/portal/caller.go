package portal

import (
	"context"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/platform/language"
)

// Caller is the signed-in user.
func Caller(ctx context.Context) *identity.Principal { return api.Principal(ctx) }

// Language is the input of calls that send a message: its language follows
// the browser's. The type is exported because huma only
// reads exported embedded structs.
type Language struct {
	AcceptLanguage string `header:"Accept-Language" hidden:"true"`
}

// Self is the caller, as calls about the own account need it.
func (l Language) Self(ctx context.Context) identity.Self {
	return identity.Self{Principal: *Caller(ctx), Address: api.Address(ctx), Language: language.FromHeader(l.AcceptLanguage)}
}
