package order

import (
	"strconv"
	"strings"

	"loket/internal/catalog/destination"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/safetext"
)

// Filter selects orders by their properties; zero values select all.
type Filter struct {
	// Search is an exact #order id, !client reference or $destination number in any writing; without a
	// sign it is any of the three.
	Search      string
	Status      Status
	WalletType  wallet.Type
	PaymentType PaymentType
	// Scheduled selects the orders of the lines of one scheduled order.
	Scheduled int64
}

// addTo adds the conditions of the filter.
func (f Filter) addTo(w *db.Where, clientID int64) {
	if f.Search != "" {
		addSearch(w, clientID, f.Search)
	}

	if f.Status != 0 {
		w.Add("status = ", int64(f.Status))
	}

	if f.WalletType != "" {
		w.Add("wallet_type = ", string(f.WalletType))
	}

	if f.Scheduled != 0 {
		w.Condition("id IN (SELECT order_id FROM scheduled_lines WHERE scheduled_order_id = " + w.Arg(f.Scheduled) +
			" AND client_id = " + w.Arg(clientID) + " AND order_id IS NOT NULL)")
	}

	if f.PaymentType != "" {
		w.Add("payment_type = ", string(f.PaymentType))
	}
}

// addSearch adds a search by its sign. Each kind has its own index. A search without a sign is a
// union of the three, so each part uses its own index.
func addSearch(w *db.Where, clientID int64, search string) {
	if !safetext.Storable(search) {
		w.Condition("1 = 0")

		return
	}

	sign, rest := search[0], strings.TrimSpace(search[1:])

	switch sign {
	case '#':
		w.Condition("id = " + w.Arg(searchedID(rest)))
	case '!':
		w.Condition("client_ref = " + w.Arg(rest))
	case '$':
		w.Condition("destination_no " + destinationArgs(w, rest))
	default:
		text := w.Arg(search)
		client := w.Arg(clientID)
		w.Condition(`id IN (
			SELECT id FROM orders WHERE client_id = ` + client + ` AND id = ` + w.Arg(searchedID(search)) + `
			UNION SELECT id FROM orders WHERE client_id = ` + client + ` AND client_ref = ` + text + `
			UNION SELECT id FROM orders WHERE client_id = ` + client + ` AND destination_no ` + destinationArgs(w, search) + `)`)
	}
}

// destinationArgs compares with the stored forms of a typed destination: it is found in any writing that could have been
// ordered. Most have one form alone. Only the rows of one form come from the index in the order of the list.
func destinationArgs(w *db.Where, typed string) string {
	forms := destination.Writings(typed)
	if len(forms) == 1 {
		return "= " + w.Arg(forms[0])
	}

	for i, form := range forms {
		forms[i] = w.Arg(form)
	}

	return "IN (" + strings.Join(forms, ", ") + ")"
}

// searchedID parses an order id, also one in groups of digits. An invalid one is 0, which no
// order has.
func searchedID(text string) int64 {
	id, err := strconv.ParseInt(strings.ReplaceAll(text, " ", ""), 10, 64)
	if err != nil || id < 0 {
		return 0
	}

	return id
}
