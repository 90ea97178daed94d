package placing

import (
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
)

// accountCache remembers the accounts as the last batch of a placer left them.
type accountCache struct {
	wallets     *wallet.Memory
	settlements *settlement.Memory
}

func newAccountCache() accountCache { return accountCache{wallet.NewMemory(), settlement.NewMemory()} }

// recall is order.LockAccounts without reading; false when an account is not remembered.
func (m accountCache) recall(k order.AccountKeys) (p order.AccountSet, known bool) {
	known = true

	if len(k.Wallets) > 0 {
		p.Wallets, known = m.wallets.Recall(k.Wallets)
	}

	if known && len(k.Clients) > 0 {
		p.Settlements, known = m.settlements.Recall(k.Clients)
	}

	return p, known
}

func (m accountCache) keep(p order.AccountSet) {
	if p.Wallets != nil {
		m.wallets.Keep(p.Wallets)
	}

	if p.Settlements != nil {
		m.settlements.Keep(p.Settlements)
	}
}

// forget drops the accounts of a batch that failed.
func (m accountCache) forget(k order.AccountKeys) {
	m.wallets.Forget(k.Wallets)
	m.settlements.Forget(k.Clients)
}
