package demo

import (
	"slices"
	"strconv"
	"strings"

	"loket/internal/catalog/destination"
)

// customer is the receiver of an order. All its fields follow from its number, so that the same meter always
// has the same name.
type customer struct {
	destination string
	name        string
	power       string // of an electricity connection: R1/1300
	zone        string // of a player
}

// mix turns a number into one that looks random (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9 // the constants of splitmix64
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb

	return x ^ (x >> 31)
}

// pick returns an index below n from a number, and leaves the rest of the number for the next pick.
func pick(h *uint64, n int) int {
	i := *h % uint64(n) //nolint:gosec // n is the length of a list
	*h /= uint64(n)     //nolint:gosec // as above

	return int(i) //nolint:gosec // below n
}

// names of the pictures and others like them.
type names struct{ first, last, powers []string }

func newNames() names {
	return names{
		first: strings.Fields(`SITI BUDI RINA ROHMAT SUTRISNO AGUS DEWI JOKO WAYAN PUTRI HENDRA YUSUF MARIA ANDI RAHMAT NURUL
			AHMAD FITRI EKO SRI BAMBANG INDAH RUDI LINA DEDI YANTI ARIF RATNA TONO MEGA HASAN KETUT`),
		last: strings.Fields(`AMINAH SANTOSO WIJAYA HIDAYAT LESTARI PRATAMA NURHALIZA HANDAYANI PRASETYO KUSUMA SIREGAR NASUTION
			HALIM SUPARTA SETIAWAN RAHAYU UTAMI SAPUTRA WIBOWO SUSANTI GUNAWAN MAULANA PERMATA HARAHAP SIMANJUNTAK
			KURNIAWAN ANGGRAINI FIRMANSYAH SURYADI WULANDARI HASIBUAN TARIGAN`),
		powers: []string{"R1/450", "R1/900", "R1/1300", "R1/1300", "R1/2200", "R2/3500"},
	}
}

// customers makes the customers of the operators of a book.
type customers struct {
	names    names
	prefixes map[string][]string // of mobile operators
}

func newCustomers() *customers {
	c := &customers{names: newNames(), prefixes: map[string][]string{}}

	for _, p := range sortedPrefixes() {
		c.prefixes[p.Operator] = append(c.prefixes[p.Operator], p.Digits)
	}

	return c
}

// number returns the n-th customer of a product's operator.
func (c *customers) number(i *item, n uint64) customer {
	h := mix(n ^ mix(uint64(len(i.OperatorCode))<<32|operatorSalt(i.OperatorCode)))
	made := customer{name: c.names.first[pick(&h, len(c.names.first))] + " " + c.names.last[pick(&h, len(c.names.last))]}
	made.power = c.names.powers[pick(&h, len(c.names.powers))]
	h = mix(h ^ n)

	switch i.OperatorType {
	case "mobile", "data", "mobile_postpaid", "ewallet", "ewallet_inquiry", "voucher":
		made.destination = c.mobile(i.OperatorCode, &h)
	case "electricity", "electricity_postpaid":
		made.destination = digits([]string{"32", "51", "53", "54"}[pick(&h, 4)], 12, &h) // customer ids of PLN
	case "bpjs":
		made.destination = digits("88888", 16, &h) // the virtual account form
	case "game", "game_close_amount":
		made.destination = digits(strconv.Itoa(1+pick(&h, 9)), 9, &h) // player ids
		made.zone = strconv.Itoa(2001 + pick(&h, 999))                // zones
	case "emoney":
		made.destination = digits("603298", 16, &h) // card numbers
	case "mobile_international":
		made.destination = digits([]string{"6012", "6591", "6391"}[pick(&h, 3)], 11, &h) // with country code
	case "pbb":
		made.destination = digits("32", 18, &h) // NOP
	case "credit_card":
		made.destination = digits("400000", 16, &h) // a range of nobody
	case "vehicle_tax", "esamsat", "samolnas":
		made.destination = digits("32", 16, &h) // payment codes
	default:
		made.destination = digits(strconv.Itoa(1+pick(&h, 9)), 10, &h) // PDAM and other customer numbers
	}

	return made
}

func (c *customers) mobile(operator string, h *uint64) string {
	list := c.prefixes[strings.TrimSuffix(operator, "D")]
	if list == nil {
		list = c.prefixes["TSEL"]
		if pick(h, 2) == 0 { // half of them
			list = c.prefixes["ISAT"]
		}
	}

	return digits(list[pick(h, len(list))], 11+pick(h, 2), h) // 11 or 12 digits
}

// digits appends digits to a prefix up to a length.
func digits(prefix string, length int, h *uint64) string {
	b := make([]byte, 0, 24) // room for the longest
	b = append(b, prefix...)
	x := mix(*h)

	for len(b) < length {
		if x < 10 { // used up
			*h++
			x = mix(*h)
		}

		b = append(b, byte('0'+x%10)) // decimal
		x /= 10
	}

	*h = mix(*h)

	return string(b)
}

func operatorSalt(code string) uint64 {
	var s uint64
	for _, c := range []byte(code) {
		s = s*131 + uint64(c) // any odd number
	}

	return s
}

// sortedPrefixes sorts the prefixes, since the order of a map is random.
func sortedPrefixes() []destination.Prefix {
	list := destination.Prefixes()
	slices.SortFunc(list, func(a, b destination.Prefix) int { return strings.Compare(a.Digits, b.Digits) })

	return list
}
