package order

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"loket/internal/wallet"
)

// Filter selects orders by their properties; zero values select all.
type Filter struct {
	// Search is an exact #order id, !client reference or $destination number; without a
	// sign it is any of the three.
	Search      string
	Status      Status
	WalletType  wallet.Type
	PaymentType PaymentType
}

// addTo adds the conditions of the filter.
func (f Filter) addTo(w *where, clientID int64) {
	if f.Search != "" {
		w.search(clientID, f.Search)
	}

	if f.Status != 0 {
		w.add("status = ", int64(f.Status))
	}

	if f.WalletType != "" {
		w.add("wallet_type = ", string(f.WalletType))
	}

	if f.PaymentType != "" {
		w.add("payment_type = ", string(f.PaymentType))
	}
}

// where collects conditions and their arguments.
type where struct {
	conditions []string
	args       []any
}

func (w *where) arg(value any) string {
	w.args = append(w.args, value)

	return "$" + strconv.Itoa(len(w.args))
}

func (w *where) add(condition string, value any) {
	w.conditions = append(w.conditions, condition+w.arg(value))
}

func (w *where) text() string { return strings.Join(w.conditions, " AND ") }

// search adds a search by its sign. Each kind has its own index. A search without a sign is a
// union of the three, so each part uses its own index.
func (w *where) search(clientID int64, search string) {
	if !utf8.ValidString(search) || strings.ContainsRune(search, 0) {
		w.conditions = append(w.conditions, "1 = 0") // such a text can't be stored

		return
	}

	sign, rest := search[0], strings.TrimSpace(search[1:])

	switch sign {
	case '#':
		w.conditions = append(w.conditions, "id = "+w.arg(searchedID(rest)))
	case '!':
		w.conditions = append(w.conditions, "client_ref = "+w.arg(rest))
	case '$':
		w.conditions = append(w.conditions, "destination_no = "+w.arg(rest))
	default:
		text := w.arg(search)
		client := w.arg(clientID)
		w.conditions = append(w.conditions, `id IN (
			SELECT id FROM orders WHERE client_id = `+client+` AND id = `+w.arg(searchedID(search))+`
			UNION SELECT id FROM orders WHERE client_id = `+client+` AND client_ref = `+text+`
			UNION SELECT id FROM orders WHERE client_id = `+client+` AND destination_no = `+text+`)`)
	}
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
