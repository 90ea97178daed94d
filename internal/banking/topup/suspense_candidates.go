package topup

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// MatchReason is why a transfer in suspense may be a client's.
type MatchReason string

// The reasons, with their points.
const (
	NamedTopup    MatchReason = "named_topup"    // the description has the number of the top-up
	SameAmount    MatchReason = "same_amount"    // the unique amount of the top-up
	DigitsSwapped MatchReason = "digits_swapped" // its last three digits in another order
	OtherDigits   MatchReason = "other_digits"   // it differs in the last three digits
	OnlyClient    MatchReason = "only_client"    // no other client expected this money then
	AlreadyPaid   MatchReason = "already_paid"   // the top-up was paid before: probably sent twice
	SenderName    MatchReason = "sender_name"    // the description has the client's name
	PaidBefore    MatchReason = "paid_before"    // transfers with this description were the client's alone
)

var reasonPoints = map[MatchReason]int{
	NamedTopup: 5, SameAmount: 3, DigitsSwapped: 2, OtherDigits: 1, OnlyClient: 2, AlreadyPaid: 0, SenderName: 2, PaidBefore: 2,
}

// Confidence says how likely a candidate is.
type Confidence string

// The confidences, by the points of a candidate's reasons.
const (
	VeryLikely Confidence = "very_likely"
	Likely     Confidence = "likely"
	Possible   Confidence = "possible"
)

const (
	veryLikelyPoints = 5
	likelyPoints     = 3
)

// Candidate is a client that a transfer in suspense was probably meant for.
type Candidate struct {
	ClientID   int64
	ClientName string
	Order      *Order // the top-up; nil where the sender alone points to the client
	Reasons    []MatchReason
	Confidence Confidence

	points int
}

const (
	// maxCandidates are shown of a transfer.
	maxCandidates = 3
	// candidateWindow is how long after its end a top-up may be paid.
	candidateWindow = 7 * 24 * time.Hour
	// senderWindow and maxSenders bound the credits whose senders are compared.
	senderWindow = 90 * 24 * time.Hour
	maxSenders   = 5000
	// maxNear bounds the top-ups that are compared with a transfer.
	maxNear = 20
)

// Candidates finds the clients that transfers in suspense were probably meant for, by transfer, the most likely first. It only
// advises staff: nothing is credited by it.
func (s *Service) Candidates(ctx context.Context, list []Transfer) (map[int64][]Candidate, error) {
	out := make(map[int64][]Candidate, len(list))
	if len(list) == 0 {
		return out, nil
	}

	clients, err := s.deps.Clients.Clients(ctx)
	if err != nil {
		return nil, err
	}

	senders, err := s.senders(ctx)
	if err != nil {
		return nil, err
	}

	for _, t := range list {
		orders, err := s.ordersNear(ctx, t)
		if err != nil {
			return nil, err
		}

		out[t.ID] = candidates(t, orders, clients, senders[senderOf(t.Description)])
	}

	return out, nil
}

// senders tells to which client alone the credits of a sender went; 0 for more than one.
func (s *Service) senders(ctx context.Context) (map[string]int64, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT description, client_id FROM bank_transfers
		WHERE received_at > $1 AND status = 'credited' ORDER BY received_at DESC LIMIT $2`,
		clock.Micros(s.deps.Clock.Now().Add(-senderWindow)), int64(maxSenders))

	of := map[string]int64{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (client int64, err error) {
		var description string

		err = row.Scan(&description, &client)

		sender := senderOf(description)
		if before, seen := of[sender]; seen && before != client {
			client = 0
		}

		of[sender] = client

		return client, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the senders of credits: %w", err)
	}

	delete(of, "")

	return of, nil
}

// ordersNear finds the top-ups that a transfer may have been meant for: that of its row, and those of its account that asked for
// this amount but for the last three digits, and were open lately.
func (s *Service) ordersNear(ctx context.Context, t Transfer) ([]Order, error) {
	nominal := t.Amount / thousand * thousand
	q := s.deps.DB.Reader()
	rows, err := q.Query(ctx, orderQuery+`WHERE b.code = $1 AND a.account_no = $2 AND o.amount > $3 AND o.amount < $4
			AND o.created_at <= $5 AND COALESCE(o.ended_at, o.expires_at) > $6
		ORDER BY o.id DESC LIMIT $7`,
		t.BankCode, t.AccountNo, int64(nominal), int64(nominal+thousand),
		clock.Micros(t.ReceivedAt), clock.Micros(t.ReceivedAt.Add(-candidateWindow)), int64(maxNear))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scanOrder(row) })
	if err != nil {
		return nil, fmt.Errorf("find top-ups near a transfer: %w", err)
	}

	if t.OrderID == 0 || slices.ContainsFunc(list, func(o Order) bool { return o.ID == t.OrderID }) {
		return list, nil
	}

	meant, err := scanOrder(q.QueryRow(ctx, orderQuery+"WHERE o.id = $1", t.OrderID))
	if errors.Is(err, sql.ErrNoRows) {
		return list, nil
	}

	return append(list, meant), err
}

func candidates(t Transfer, orders []Order, clients []identity.Client, paidBefore int64) []Candidate {
	senders := map[int64][]MatchReason{}
	names := make(map[int64]string, len(clients))
	description := " " + strings.Join(plainWords(t.Description), " ") + " "

	for _, c := range clients {
		names[c.ID] = c.Name

		if nameIn(description, c.Name) || nameIn(description, c.LegalName) {
			senders[c.ID] = append(senders[c.ID], SenderName)
		}

		if c.ID == paidBefore {
			senders[c.ID] = append(senders[c.ID], PaidBefore)
		}
	}

	var list []Candidate

	for _, o := range orders {
		if why := orderReasons(t, o); len(why) > 0 {
			list = append(list, Candidate{ClientID: o.ClientID, Order: &o, Reasons: append(why, senders[o.ClientID]...)})
		}
	}

	for client, why := range senders {
		if !slices.ContainsFunc(list, func(c Candidate) bool { return c.ClientID == client }) {
			list = append(list, Candidate{ClientID: client, Reasons: why})
		}
	}

	for i := range list {
		list[i].ClientName = names[list[i].ClientID]
		list[i].rate()
	}

	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(b.orderID(), a.orderID()), cmp.Compare(a.ClientID, b.ClientID))
	})

	return list[:min(len(list), maxCandidates)]
}

func (c *Candidate) orderID() int64 {
	if c.Order == nil {
		return 0
	}

	return c.Order.ID
}

func (c *Candidate) rate() {
	for _, r := range c.Reasons {
		c.points += reasonPoints[r]
	}

	switch c.Confidence = Possible; {
	case c.points >= veryLikelyPoints:
		c.Confidence = VeryLikely
	case c.points >= likelyPoints:
		c.Confidence = Likely
	}
}

// orderReasons are the reasons why a transfer may have been meant for a top-up of its account.
func orderReasons(t Transfer, o Order) (why []MatchReason) {
	named := strings.Contains(t.Description, strconv.FormatInt(o.ID, 10))
	if named {
		why = append(why, NamedTopup)
	}

	switch {
	case o.Amount == t.Amount:
		why = append(why, SameAmount)
	case o.Nominal != t.Amount/thousand*thousand:
	case sameDigits(o.Amount, t.Amount):
		why = append(why, DigitsSwapped)
	default:
		why = append(why, OtherDigits)
	}

	if t.Certain && t.OrderID == o.ID && !named {
		why = append(why, OnlyClient)
	}

	if len(why) > 0 && o.Status == Done {
		why = append(why, AlreadyPaid)
	}

	return why
}

// sameDigits reports whether the last three digits of two amounts are the same ones in some order.
func sameDigits(a, b money.Rupiah) bool {
	sorted := func(n money.Rupiah) string {
		digits := []byte(fmt.Sprintf("%03d", n%thousand))
		slices.Sort(digits)

		return string(digits)
	}

	return sorted(a) == sorted(b)
}

// plainWords are the words of a text in capitals, without those that have digits: dates and numbers change from transfer to transfer.
func plainWords(text string) []string {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })

	return slices.DeleteFunc(words, func(w string) bool { return strings.ContainsAny(w, "0123456789") })
}

func senderOf(description string) string { return strings.Join(plainWords(description), " ") }

// shortestName is the fewest letters of a name that is looked for in descriptions.
const shortestName = 5

// nameIn reports whether a description, as plainWords with a blank at each end, has the name of a client but for its legal form.
func nameIn(description, name string) bool {
	words := slices.DeleteFunc(plainWords(name), func(w string) bool {
		return slices.Contains([]string{"PT", "CV", "UD", "TBK", "TOKO"}, w)
	})

	return len(strings.Join(words, "")) >= shortestName && strings.Contains(description, " "+strings.Join(words, " ")+" ")
}
