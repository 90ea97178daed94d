package topup

import (
	"context"
	"fmt"

	"loket/internal/banking"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// findNumbers reads the virtual accounts.
func (v *VABatch) findNumbers(ctx context.Context, b *db.Batch, inquiries []VANumber, payments []banking.VAPayment) error {
	var banks, accounts []string

	ask := func(n VANumber) {
		if _, asked := v.numbers[n]; !asked {
			v.numbers[n] = nil
			banks, accounts = append(banks, n.Bank), append(accounts, n.AccountNo)
		}
	}

	for _, n := range inquiries {
		ask(n)
	}

	for _, p := range payments {
		ask(numberOf(p))
	}

	b.QueryRows(db.Columns{{Name: "bank", Values: banks}, {Name: "account", Values: accounts}}, `SELECT {bank}, {account}, v.id, v.active AND k.active AND c.status <> 'inactive', c.minimum_topup, c.fee,
			v.wallet_id, v.client_id, v.wallet_type, k.name, COALESCE(k.tax_number, '')
		FROM banks b
		JOIN payment_channels c ON c.bank_id = b.id
		JOIN virtual_accounts v ON v.channel_id = c.id
		JOIN clients k ON k.id = v.client_id {JOIN}
		WHERE b.code = {bank} AND v.account_no = {account}`, nil, func(row db.Row) error {
		var (
			n VANumber
			p payable
		)

		err := row.Scan(&n.Bank, &n.AccountNo, &p.id, &p.active, &p.minimum, &p.fee, &p.walletID, &p.wallet.ClientID, &p.wallet.Type, &p.name, &p.taxNumber)
		v.numbers[n] = &p

		return err
	})

	if err := b.Flush(ctx); err != nil {
		return fmt.Errorf("find virtual accounts: %w", err)
	}

	return nil
}

// findWallets adds the look-up of the wallets of inquiries. Those of payments are locked.
func (v *VABatch) findWallets(b *db.Batch, inquiries []VANumber) {
	var clients, wallets []int64

	of := map[int64][]*payable{} // a wallet has a number at each channel

	for _, n := range inquiries {
		to := v.numbers[n]
		if to == nil {
			continue
		}

		if of[to.walletID] == nil {
			clients, wallets = append(clients, to.wallet.ClientID), append(wallets, to.walletID)
		}

		of[to.walletID] = append(of[to.walletID], to)
	}

	b.QueryRows(db.Columns{{Name: "client", Values: clients}, {Name: "wallet", Values: wallets}},
		"SELECT w.id, w.active FROM wallets w {JOIN} WHERE w.client_id = {client} AND w.id = {wallet}", nil, func(row db.Row) error {
			var (
				id     int64
				active bool
			)

			err := row.Scan(&id, &active)
			for _, to := range of[id] {
				to.walletActive = active
			}

			return err
		})
}

// findFirst adds the look-up of the payments that used the payment request ids before.
func (v *VABatch) findFirst(b *db.Batch, payments []banking.VAPayment) {
	banks, ids := make([]string, len(payments)), make([]string, len(payments))
	for i, p := range payments {
		banks[i], ids[i] = p.Bank, p.PaymentRequestID
	}

	b.QueryRows(db.Columns{{Name: "bank", Values: banks}, {Name: "request", Values: ids}}, `SELECT {bank}, {request}, p.account_no, p.amount, p.received_at, k.name, c.minimum_topup
		FROM va_payments p
		JOIN clients k ON k.id = p.client_id
		JOIN virtual_accounts v ON v.id = p.virtual_account_id
		JOIN payment_channels c ON c.id = v.channel_id {JOIN}
		WHERE p.bank_code = {bank} AND p.payment_request_id = {request}`, nil, func(row db.Row) error {
		var (
			request  requestKey
			r        banking.VAReceipt
			received int64
		)

		err := row.Scan(&request.bank, &request.requestID, &r.AccountNo, &r.Amount, &received, &r.Name, &r.Minimum)
		r.CreditedAt = clock.FromMicros(received)
		v.first[request] = r

		return err
	})
}

// Write adds the credits to the batch, and tells the screens of their clients.
func (v *VABatch) Write(b *db.Batch) error {
	n := len(v.credits)
	if n == 0 {
		return nil
	}

	banks, requests, accounts, references, keys := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	numbers, clients, wallets, amounts, fees := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	paid, received := make([]int64, n), make([]int64, n)
	changed := map[int64]bool{}

	for i, c := range v.credits {
		banks[i], requests[i], accounts[i], references[i], keys[i] = c.Bank, c.PaymentRequestID, c.AccountNo, c.BankRef, c.key
		numbers[i], clients[i], wallets[i], amounts[i], fees[i] = c.to.id, c.to.wallet.ClientID, c.to.walletID, int64(c.Amount), int64(c.to.fee)
		paid[i], received[i] = clock.Micros(c.PaidAt), clock.Micros(v.now)
		changed[c.to.wallet.ClientID] = true
	}

	b.Insert("va_payments",
		db.Column{Name: "bank_code", Values: banks}, db.Column{Name: "payment_request_id", Values: requests},
		db.Column{Name: "virtual_account_id", Values: numbers}, db.Column{Name: "client_id", Values: clients},
		db.Column{Name: "wallet_id", Values: wallets}, db.Column{Name: "account_no", Values: accounts},
		db.Column{Name: "amount", Values: amounts}, db.Column{Name: "fee", Values: fees},
		db.Column{Name: "reference", Values: references}, db.Column{Name: "posting_key", Values: keys},
		db.Column{Name: "paid_at", Values: paid}, db.Column{Name: "received_at", Values: received})

	v.locked.Post(b)

	credited := make([]event.Event, n)

	for i, c := range v.credits {
		var err error

		credited[i], err = wallet.TopupEvent(&wallet.Posting{WalletID: c.to.walletID, ClientID: c.to.wallet.ClientID, Key: c.key, Amount: c.Amount}, v.now)
		if err != nil {
			return err
		}
	}

	event.Add(b, credited)

	for client := range changed {
		v.service.changedTx(b, client)
	}

	return nil
}
