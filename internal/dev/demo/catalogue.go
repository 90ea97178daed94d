package demo

import (
	"strconv"
	"strings"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// item is a product of the demo with what its suppliers and its history need.
type item struct {
	catalog.Product

	brand, category string
}

// book is the whole catalogue of the demo.
type book struct {
	operators []catalog.Operator
	items     []item
}

const thousand = 1_000

func newBook() *book {
	b := &book{}

	for _, c := range credits() {
		b.addCredit(c)
	}

	for _, f := range packages() {
		b.addFamily(f)
	}

	b.addFamily(family{code: "PLN", name: "Token PLN", kind: "electricity", wallet: "level_1", prefix: "PLN", brand: "PLN", category: "PLN", list: `
		20|Token PLN 20.000|20450
		50|Token PLN 50.000|50450
		100|Token PLN 100.000|100450
		200|Token PLN 200.000|200450
		500|Token PLN 500.000|500450
		1000|Token PLN 1.000.000|1000450
		5000|Token PLN 5.000.000|5000450
		10000|Token PLN 10.000.000|10000450`})

	for _, w := range ewallets() {
		b.addEwallet(w)
	}

	for _, f := range cards() {
		f.list = amounts(f.name, cardAmounts(), 1_250)
		b.addFamily(f)
	}

	for _, list := range [][]family{games(), vouchers(), abroad()} {
		for _, f := range list {
			b.addFamily(f)
		}
	}

	for _, f := range billers() {
		b.addBiller(f)
	}

	b.markFaults()

	return b
}

func (b *book) addOperator(code, name, kind string, active bool) {
	b.operators = append(b.operators, catalog.Operator{Code: code, Name: name, Type: kind, Active: active})
}

// addCredit makes `TSEL10`, Telkomsel 10.000.
func (b *book) addCredit(c credit) {
	var list strings.Builder

	for pair := range strings.FieldsSeq(c.prices) {
		nominal, price, _ := strings.Cut(pair, "=")
		list.WriteString(nominal + "|" + c.name + " " + (number(nominal) * thousand).Dotted() + "|" + price + "\n")
	}

	b.addFamily(family{code: c.code, name: c.name, kind: "mobile", wallet: "level_1", prefix: c.code, list: list.String()})
}

func (b *book) addEwallet(w ewallet) {
	b.addFamily(family{
		code: w.code, name: w.name, kind: "ewallet", wallet: w.wallet, prefix: w.code,
		list: amounts(w.name, ewalletAmounts(), w.fee),
	})

	code := w.code + "OPEN"
	b.addOperator(code, w.name, "ewallet_inquiry", true)
	b.add(item{Product: catalog.Product{
		Code: code, Name: w.name + " (open amount)",
		OperatorCode: code, OperatorName: w.name, OperatorType: "ewallet_inquiry", Kind: catalog.Open, WalletType: "multibiller",
		Price: money.Rupiah(w.openFee), MinAmount: 10 * thousand, MaxAmount: 2_000 * thousand,
	}, brand: strings.ToUpper(w.name), category: "E-Money"})
}

// amounts lists fixed amounts, given in thousands, that cost a fee more.
func amounts(name string, thousands []int64, fee int64) string {
	var b strings.Builder

	for _, n := range thousands {
		amount := money.Rupiah(n * thousand)
		b.WriteString(strconv.FormatInt(n, 10) + "|" + name + " " + amount.Dotted() + "|" +
			strconv.FormatInt(int64(amount)+fee, 10) + "\n")
	}

	return b.String()
}

func (b *book) addFamily(f family) {
	b.addOperator(f.code, f.name, f.kind, !f.closed)

	brand, category := f.brand, f.category
	if brand == "" {
		brand = strings.ToUpper(strings.TrimSuffix(f.name, " Data"))
	}

	if category == "" {
		category = map[string]string{
			"mobile": "Pulsa", "data": "Data", "ewallet": "E-Money", "emoney": "E-Money", "game": "Games",
			"game_close_amount": "Games", "voucher": "Voucher", "mobile_international": "Pulsa Internasional",
		}[f.kind]
	}

	for line := range strings.Lines(strings.TrimSpace(f.list)) {
		part := strings.Split(strings.TrimSpace(line), "|")
		price := number(part[2])

		b.add(item{Product: catalog.Product{
			Code: f.prefix + part[0], Name: part[1], OperatorCode: f.code, OperatorName: f.name, OperatorType: f.kind,
			Kind: catalog.Prepaid, WalletType: f.wallet, Price: price, RecommendedPrice: recommended(price),
		}, brand: brand, category: category})
	}
}

func (b *book) addBiller(f biller) {
	b.addOperator(f.code, f.name, f.kind, !f.closed)

	for line := range strings.Lines(strings.TrimSpace(f.list)) {
		suffix, name, _ := strings.Cut(strings.TrimSpace(line), "|")

		b.add(item{Product: catalog.Product{
			Code: f.prefix + suffix, Name: name,
			OperatorCode: f.code, OperatorName: f.name, OperatorType: f.kind, Kind: catalog.Postpaid, WalletType: "multibiller",
			Price: money.Rupiah(f.fee), Active: !f.closed,
		}, brand: f.brand, category: "Pascabayar"})
	}
}

func (b *book) add(i item) {
	i.Active = true
	b.items = append(b.items, i)
}

// markFaults switches some products off and gives some a problem, none of
// those that examples use.
func (b *book) markFaults() {
	const (
		offEvery, offAt         = 31, 11
		problemEvery, problemAt = 43, 29

		nightly            = "pbb"
		nightFrom, nightTo = 22*60 + 30, 60 // minutes of the day
	)

	closed := map[string]bool{}
	for _, o := range b.operators {
		closed[o.Code] = !o.Active
	}

	for n := range b.items {
		i := &b.items[n]
		i.Active = !closed[i.OperatorCode]

		if i.OperatorType == nightly { // tax offices close their systems at night
			i.CutOff = catalog.CutOff{From: nightFrom, To: nightTo}
		}

		switch {
		case famous(i.Code):
		case n%offEvery == offAt:
			i.Active = false
		case n%problemEvery == problemAt:
			i.Problem = true
		}
	}
}

// famous products are in the docs, the pictures and black-box tests.
func famous(code string) bool {
	switch code {
	case "TSEL10", "TSEL50", "PLN100", "XLDFX15", "ISATD12G30", "DANA250", "GOPAY100", "BPJSKES", "MLBB86", "MLBB172", "PDAMSBY", "PLNPOST", "DANAOPEN":
		return true
	}

	return false
}

func number(text string) money.Rupiah {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("demo: " + err.Error()) // a constant of this package
	}

	return money.Rupiah(n)
}

// recommended is some four per cent more, in steps of 500.
func recommended(price money.Rupiah) money.Rupiah {
	const step = 500

	return (price + price.BasisPoints(400) + step - 1) / step * step
}

// MainClient is the one with the past orders, which its API key MainKey placed.
const (
	MainClient = 1001
	MainKey    = "lk_demo_1001"
)

// clientPrices are what clients pay instead of the list price, by client and
// product.
func clientPrices(b *book) map[int64]map[string]int64 {
	const (
		every      = 9
		discount   = 30 // hundredths of a per cent
		otherEvery = 25
		other      = 10
	)

	prices := map[int64]map[string]int64{MainClient: {}, MainClient + 1: {}}

	for n := range b.items {
		i := &b.items[n]
		if i.Kind != catalog.Prepaid || famous(i.Code) {
			continue
		}

		if n%every == 0 {
			prices[MainClient][i.Code] = int64(i.Price - i.Price.BasisPoints(discount))
		}

		if n%otherEvery == 0 {
			prices[MainClient+1][i.Code] = int64(i.Price - i.Price.BasisPoints(other))
		}
	}

	return prices
}
