package order

import (
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
)

// purseMemory remembers the accounts as the last batch of a placer left them.
type purseMemory struct {
	wallets     *wallet.Memory
	settlements *settlement.Memory
}

func newPurseMemory() purseMemory { return purseMemory{wallet.NewMemory(), settlement.NewMemory()} }

// recall is lockPurse without reading; false when an account is not remembered.
func (m purseMemory) recall(k fundKeys) (p purse, known bool) {
	known = true

	if len(k.wallets) > 0 {
		p.wallets, known = m.wallets.Recall(k.wallets)
	}

	if known && len(k.clients) > 0 {
		p.settlements, known = m.settlements.Recall(k.clients)
	}

	return p, known
}

func (m purseMemory) keep(p purse) {
	if p.wallets != nil {
		m.wallets.Keep(p.wallets)
	}

	if p.settlements != nil {
		m.settlements.Keep(p.settlements)
	}
}

func (m purseMemory) forget() {
	m.wallets.Forget()
	m.settlements.Forget()
}
