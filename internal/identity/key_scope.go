package identity

import (
	"fmt"
	"slices"
	"strings"
)

// KeyScope is a part of the client API that a key may be limited to. The texts are published and never change.
type KeyScope string

// The scopes of keys. Each operation of the client API needs one.
const (
	OrdersRead     KeyScope = "orders:read"
	OrdersWrite    KeyScope = "orders:write"
	BillsInquire   KeyScope = "bills:inquire"
	BalanceRead    KeyScope = "balance:read"
	ProductsRead   KeyScope = "products:read"
	HistoryRead    KeyScope = "history:read" // of wallets
	WebhooksManage KeyScope = "webhooks:manage"
	ShopWrite      KeyScope = "shop:write"
)

// KeyScopes returns all scopes.
func KeyScopes() []KeyScope {
	return []KeyScope{OrdersRead, OrdersWrite, BillsInquire, BalanceRead, ProductsRead, HistoryRead, WebhooksManage, ShopWrite}
}

// ScopeSet is a set of scopes. Its zero value has none.
type ScopeSet struct{ bits uint16 }

// everyScope is stored in place of the names of a key that serves everything, also what comes later.
const everyScope = "*"

// AllScopes returns the set of a key that was made without a choice.
func AllScopes() ScopeSet { return ScopeSet{1<<len(KeyScopes()) - 1} }

// Has reports whether the set has a scope.
func (s ScopeSet) Has(one KeyScope) bool {
	i := slices.Index(KeyScopes(), one)

	return i >= 0 && s.bits&(1<<i) != 0
}

// List returns the scopes of the set.
func (s ScopeSet) List() []KeyScope {
	return slices.DeleteFunc(KeyScopes(), func(one KeyScope) bool { return !s.Has(one) })
}

// Strings returns the scopes of the set as texts.
func (s ScopeSet) Strings() []string {
	list := s.List()
	out := make([]string, len(list))

	for i, one := range list {
		out[i] = string(one)
	}

	return out
}

// parseScopes reads names of scopes, and names one that there is not.
func parseScopes(names []string) (set ScopeSet, unknown string) {
	for _, name := range names {
		i := slices.Index(KeyScopes(), KeyScope(name))
		if i < 0 {
			return ScopeSet{}, name
		}

		set.bits |= 1 << i
	}

	return set, ""
}

// stored is the set as the database keeps it.
func (s ScopeSet) stored() string {
	if s == AllScopes() {
		return everyScope
	}

	return strings.Join(s.Strings(), ",")
}

func storedScopes(text string) (ScopeSet, error) {
	if text == everyScope {
		return AllScopes(), nil
	}

	set, unknown := parseScopes(strings.Split(text, ","))
	if unknown != "" {
		return ScopeSet{}, fmt.Errorf("a key has the scope %q, which there is not", unknown) //nolint:err113 // nobody handles it
	}

	return set, nil
}

// RequireScope returns ErrKeyScope for a key without the scope.
func (p *Principal) RequireScope(needed KeyScope) error {
	if p.Kind == KeyKind && p.KeyScopes.Has(needed) {
		return nil
	}

	return ErrKeyScope.Msg(msgKeyScope.With(string(needed)))
}
