package portal

import (
	"time"

	"loket/internal/identity"
)

// KeyRow is an API key in a list.
type KeyRow struct {
	ID           string     `json:"id" example:"31"`
	APIKey       string     `json:"apiKey" doc:"Its last four characters; the whole was shown once" example:"lk_…1001"`
	Name         string     `json:"name" doc:"Empty without one" example:"Kasir cabang Bandung"`
	Scopes       []string   `json:"scopes" nullable:"false" doc:"What it may do" example:"[\"orders:read\",\"orders:write\"]"`
	Addresses    []string   `json:"addresses" nullable:"false" doc:"Addresses and networks from which it may be used; empty: any" example:"[\"203.0.113.7\"]"`
	CreatedAt    time.Time  `json:"createdAt"`
	EndsAt       *time.Time `json:"endsAt" doc:"From then on it is refused; null: never"`
	LastUsedAt   *time.Time `json:"lastUsedAt" doc:"Last use, to the minute; null before the first"`
	LastUsedFrom string     `json:"lastUsedFrom" doc:"Network address of the last use; empty before the first" example:"203.0.113.7"`
	State        string     `json:"state" enum:"active,rolled,ended" doc:"rolled: another one replaces it, and it serves until endsAt"`
}

// ShowKey shows a key of a list of identity.
func ShowKey(k *identity.APIKey) KeyRow {
	return KeyRow{
		ID: FormatID(k.ID), APIKey: k.Masked(), Name: k.Name, Scopes: k.Scopes.Strings(), Addresses: k.ShowAddresses(), CreatedAt: k.CreatedAt,
		EndsAt: timeOrNil(k.EndsAt), LastUsedAt: timeOrNil(k.LastUsedAt), LastUsedFrom: k.LastUsedFrom, State: string(k.State),
	}
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}

	return &t
}

// KeyChoices are what a client chooses about a new key. It is exported because huma only reads exported embedded structs.
type KeyChoices struct {
	Name      string     `json:"name,omitempty" maxLength:"60" doc:"What its people call it" example:"Kasir cabang Bandung"`
	Scopes    []string   `json:"scopes,omitempty" minItems:"1" maxItems:"8" nullable:"false" enum:"orders:read,orders:write,bills:inquire,balance:read,products:read,history:read,webhooks:manage,shop:write" doc:"What it may do; everything without it" example:"[\"orders:read\",\"orders:write\"]"`
	Addresses []string   `json:"addresses,omitempty" maxItems:"20" nullable:"false" doc:"Addresses and networks (CIDR) from which it may be used, of IPv4 and IPv6; any without it" example:"[\"203.0.113.7\",\"2001:db8::/48\"]"`
	EndsAt    *time.Time `json:"endsAt,omitempty" doc:"From then on it is refused; never without it" example:"2027-01-01T00:00:00+07:00"`
}

// Input is the choices as identity takes them.
func (c *KeyChoices) Input() identity.KeyInput {
	if c == nil {
		return identity.KeyInput{}
	}

	in := identity.KeyInput{Name: c.Name, Scopes: c.Scopes, Addresses: c.Addresses}
	if c.EndsAt != nil {
		in.EndsAt = *c.EndsAt
	}

	return in
}
