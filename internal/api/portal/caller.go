package portal

import (
	"context"
	"fmt"
	"time"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/platform/clock"
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

// ClientZone is the zone of the caller's client.
func ClientZone(ctx context.Context) (*time.Location, error) {
	p := Caller(ctx)

	zone, err := clock.Zone(p.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of client %d: %w", p.ClientID, err)
	}

	return zone, nil
}
