package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Past order ids have the numbers of these nodes. Running nodes take the lowest numbers.
const (
	firstNode = 21
	nodes     = 4
)

// sale is one past order.
type sale struct {
	id            int64
	at, updated   int64 // microseconds
	item          *item
	walletID      int64
	status        order.Status
	amount        int64 // open amounts
	price         int64
	clientRef     string
	destination   string
	displayFields string // JSON
	serial        string
	reason        supplier.Reason
	attempted     bool // its attempt is kept, with its cost
	cost          money.Rupiah
}

// market makes sales one after the other. The same seed, time and number of orders give the same sales.
type market struct {
	chance    *rand.Rand
	ids       *ids.Generator
	items     []*item
	upTo      []int64 // running sums of the items' weights
	customers *customers
	pool      uint64 // number of different customers
	now       time.Time
	days      []day
	prices    map[string]int64 // of client 1001

	invoices int64 // counters of client references
	month    string
	monthly  int64
}

// firstInvoice leaves the small numbers free for references that people try by hand.
const firstInvoice = 75_001

func newMarket(b *book, now time.Time, orders int, seed uint64) (*market, error) {
	generator, err := ids.NewGenerator(firstNode)
	if err != nil {
		return nil, fmt.Errorf("past order ids: %w", err)
	}

	const (
		least, most = 200, 1_000_000
		each        = 6 // orders of a customer
	)

	m := &market{
		chance: rand.New(rand.NewPCG(seed, mix(seed))),
		ids:    generator, customers: newCustomers(), now: now, invoices: firstInvoice,
		pool: uint64(min(max(orders/each, least), most)), prices: clientPrices(b)[MainClient],
	}
	m.days = calendar(now, orders, m.chance)
	m.weigh(b)

	return m, nil
}

// groupWeights are the shares of the product groups in the orders of a shop like client 1001, in thousandths.
func groupWeights() map[string]int64 {
	return map[string]int64{
		"mobile": 330, "data": 190, "electricity": 150, "ewallet": 95, "game": 65, "bpjs": 30, "pdam": 30, "ewallet_inquiry": 20,
		"emoney": 20, "voucher": 15, "electricity_postpaid": 15, "telephone_postpaid": 10, "multifinance": 8, "mobile_postpaid": 6,
		"game_close_amount": 3, "mobile_international": 3, "tv_postpaid": 3, "gas_postpaid": 2, "pbb": 2, "insurance": 1,
	}
}

// dearest is the highest price in the history: a small shop sells no tokens of ten million.
const dearest = 1_100_000

// weigh gives popular brands and small amounts a greater weight.
func (m *market) weigh(b *book) {
	brands := map[string]int64{
		"TSEL": 40, "TSELD": 40, "ISAT": 20, "ISATD": 20, "XL": 14, "XLD": 14, "TRI": 12, "TRID": 12, "MLBB": 30, "FF": 20,
		"DANA": 20, "GOPAY": 20,
	}
	weight := func(i *item) int64 {
		const other, near = 7, 30_000

		share := brands[i.OperatorCode]
		if share == 0 {
			share = other
		}

		return share * 100 * near / (int64(i.Price) + near)
	}

	sums := map[string]int64{}

	for n := range b.items {
		if i := &b.items[n]; i.sold() {
			m.items = append(m.items, i)
			sums[i.OperatorType] += weight(i)
		}
	}

	groups := groupWeights()

	var sum int64

	for _, i := range m.items {
		sum += groups[i.OperatorType] * 1_000_000 * weight(i) / sums[i.OperatorType]
		m.upTo = append(m.upTo, sum)
	}
}

func (i *item) sold() bool {
	_, popular := groupWeights()[i.OperatorType]

	return i.Active && !i.Problem && i.Price <= dearest && popular
}

// sales yields every past order, the oldest first.
func (m *market) sales(yield func(sale) bool) {
	for n := range m.days {
		d := &m.days[n]
		bad := -1 // an hour in which a supplier had trouble

		if m.chance.IntN(8) == 0 { // about once a week
			bad = m.chance.IntN(hoursPerDay)
		}

		going := d.moments(m.chance, func(i int, at int64) bool {
			trouble := bad >= 0 && (at-d.start.UnixMicro())/int64(time.Hour/time.Microsecond) == int64(bad)

			return yield(m.sale(d.outcome(i, m.chance, trouble), at))
		})
		if !going {
			return
		}
	}
}

// outcome decides how the i-th order of a day ended. The recent days have orders of each status, few of them
// pending; those of today are its latest.
func (d *day) outcome(i int, chance *rand.Rand, trouble bool) order.Status {
	const (
		failing, troubled = 13, 140 // in thousandths
		enough            = 8       // orders, to show each status
	)

	roll := chance.IntN(thousand)

	if d.recent && d.count >= enough {
		last := d.count - 1
		today := d.elapsed < hoursPerDay*time.Hour

		switch {
		case i == d.count/4, i == d.count/2: // two fixed places
			return order.Failed
		case today && (i == last || i == last-1 || i == last-3):
			return order.Pending
		case !today && (i == d.count/3 || i == d.count*2/3): // two fixed places
			return order.Pending
		}
	}

	if roll < failing || (trouble && roll < troubled) {
		return order.Failed
	}

	return order.Success
}

func (m *market) sale(status order.Status, at int64) sale {
	roll := m.chance.Int64N(m.upTo[len(m.upTo)-1])
	found, _ := slices.BinarySearch(m.upTo, roll+1)
	when := time.UnixMicro(at).In(clock.Jakarta())
	s := sale{id: m.orderID(when), at: at, item: m.items[found], status: status, clientRef: m.clientRef(when)}

	// Some customers come often: the product of two rolls favours small numbers.
	number := m.chance.Uint64N(m.pool) * m.chance.Uint64N(m.pool) / m.pool
	who := m.customers.number(s.item, number)

	s.destination = who.destination
	s.amount, s.price = m.price(s.item)
	s.displayFields = displayFieldsOf(s.item, who, status, when)

	const (
		quick, slow = 7, 40 // seconds that an order took, at most
		second      = int64(time.Second / time.Microsecond)
	)

	took := second + m.chance.Int64N(quick*second)

	switch status {
	case order.Success:
		s.serial = m.serial(s.item, who, s.price)
	case order.Failed:
		took += m.chance.Int64N(slow * second)
		s.reason = reasons()[m.chance.IntN(len(reasons()))]
	case order.Pending:
	}

	s.updated = min(at+took, m.now.UnixMicro())

	if s.attempted = status == order.Pending || at >= m.now.AddDate(0, 0, -attemptDays).UnixMicro(); s.attempted && status != order.Failed {
		s.cost = s.costOf()
	}

	return s
}

// attemptDays is how long ago the oldest attempts were: so many rows of ten million orders are enough to show costs.
const attemptDays = 62

// costOf is what the first supplier took.
func (s *sale) costOf() money.Rupiah {
	switch s.item.Kind {
	case catalog.Postpaid:
		return money.Rupiah(s.price) - s.item.Price - billCommission
	case catalog.Open:
		return money.Rupiah(s.amount + openAdmin - openCommission)
	case catalog.Prepaid:
	}

	return s.item.cost(FirstSupplier)
}

// orderID returns an id of one of several nodes that also take orders of other clients, so the
// first id of a second doesn't always have the counter 0. Ids increase.
func (m *market) orderID(when time.Time) int64 {
	const (
		perNode = 100_000 // ids of a node in a second
		busiest = 400     // orders of other clients before ours
	)

	id := m.ids.Next(when)
	second := mix(uint64(id / perNode)) //nolint:gosec // ids are positive

	return id + int64(second%nodes)*perNode + int64(second/nodes%busiest)
}

// clientRef is a reference as the client's two systems make them.
func (m *market) clientRef(when time.Time) string {
	const invoicesOf10 = 7

	if m.chance.IntN(10) < invoicesOf10 { // tenths
		m.invoices++

		return "INV-" + strconv.FormatInt(m.invoices-1, 10)
	}

	if month := when.Format("2006-01"); month != m.month {
		m.month, m.monthly = month, 0
	}

	m.monthly++

	return "MJ-" + m.month + "-" + strconv.FormatInt(m.monthly, 10)
}

// price returns the requested amount, of open amounts alone, and the charged one.
func (m *market) price(i *item) (amount, price int64) {
	price, own := m.prices[i.Code]
	if !own {
		price = int64(i.Price)
	}

	const (
		least, span     = 45, 560 // of a bill, in thousands
		openLeast, open = 2, 48   // in steps of 10,000
		step            = 10 * thousand
	)

	switch i.Kind {
	case catalog.Prepaid:
		return 0, price
	case catalog.Open:
		amount = (openLeast + m.chance.Int64N(open)) * step

		return amount, amount + price
	case catalog.Postpaid:
		nominal := (least + m.chance.Int64N(1+m.chance.Int64N(span))) * thousand

		return 0, nominal + m.chance.Int64N(10)*50 + billAdmin + price // bills are not round
	}

	return 0, price
}

// displayFieldsOf is what the order list shows beside the product: the customer's data from the supplier, else the
// group and the operator.
func displayFieldsOf(i *item, who customer, status order.Status, when time.Time) string {
	told := status == order.Success

	switch {
	case i.Kind == catalog.Postpaid:
		return `{"name":"` + who.name + `","period":"` + when.Format("Jan 2006") + `"}`
	case i.OperatorType == "electricity" && told:
		return `{"name":"` + who.name + " · " + who.power + `"}`
	case i.OperatorCode == "DANA", i.OperatorCode == "DANAOPEN":
		return `{"name":"DNID ` + who.name + `"}`
	case i.Kind == catalog.Open, i.OperatorType == "ewallet" && told:
		return `{"name":"` + i.brand + " " + who.name + `"}`
	case i.OperatorCode == "MLBB":
		return `{"zone":"` + who.zone + `"}`
	default:
		return `{"` + i.OperatorType + `":"` + i.OperatorCode + `"}`
	}
}

func (m *market) serial(i *item, who customer, price int64) string {
	h := m.chance.Uint64()

	switch {
	case i.OperatorType == "electricity":
		const (
			group = 4
			kwh   = 1_445 // rupiah
		)

		token := digits("", 20, &h) // digits of a token
		tenths := price * 10 / kwh  // one decimal

		return token[:group] + "-" + token[group:2*group] + "-" + token[2*group:3*group] + "-" + token[3*group:4*group] + "-" +
			token[4*group:] + "/" + who.name + "/" + who.power + "/" + strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10)
	case i.Kind == catalog.Postpaid: // a receipt number
		return strings.ToUpper(strconv.FormatUint(m.chance.Uint64(), 36)) + digits("", 8, &h)
	case i.OperatorType == "voucher": // a code to type in
		return code(&h) + "-" + code(&h) + "-" + code(&h)
	default:
		return digits("0", 16, &h) // the usual length
	}
}

// code is a part of a voucher's code, without letters and digits that look alike.
func code(h *uint64) string {
	const alphabet, length = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 4

	b := make([]byte, length)
	for n := range b {
		b[n] = alphabet[pick(h, len(alphabet))]
	}

	return string(b)
}

// reasons of failed orders.
func reasons() []supplier.Reason {
	return []supplier.Reason{
		supplier.ReasonNumberWrong, supplier.ReasonFailed, supplier.ReasonUnavailable, supplier.ReasonNumberBlocked, supplier.ReasonTimeout,
	}
}
