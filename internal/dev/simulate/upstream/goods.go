package upstream

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/money"
)

// The made-up goods and bills. All of it depends on the destination and the
// reference alone, so that the same question always gets the same answer.

const (
	thousand     money.Rupiah = 1000
	guessedFee   money.Rupiah = 150
	guessedPrice money.Rupiah = 10_000
	billAdmin    money.Rupiah = 2_500
	billShare    money.Rupiah = 1_500 // of the admin fee, for whoever collects
	kwhPrice                  = 1_445
)

// guessPrice serves accounts without a price list: TSEL10 costs 10,150.
func guessPrice(sku string) money.Rupiah {
	digits := strings.TrimFunc(sku, func(r rune) bool { return r < '0' || r > '9' })
	if from := strings.LastIndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); from >= 0 {
		digits = digits[from+1:]
	}

	value, err := strconv.ParseInt(digits, 10, 32)

	switch {
	case err != nil || value <= 0:
		return guessedPrice
	case value <= int64(thousand):
		return money.Rupiah(value)*thousand + guessedFee
	default:
		return money.Rupiah(value) + guessedFee
	}
}

func customerName(destination string) string {
	first := []string{
		"BUDI", "SITI", "AGUS", "DEWI", "JOKO", "RINA", "WAYAN", "PUTRI", "HENDRA", "LESTARI", "YUSUF", "MARIA",
	}
	second := []string{
		"SANTOSO", "RAHAYU", "WIJAYA", "HANDAYANI", "PRASETYO", "KUSUMA", "SIREGAR", "NASUTION", "HALIM", "SUPARTA",
	}
	chance := dice(0, "name", destination)

	return first[chance.IntN(len(first))] + " " + second[chance.IntN(len(second))]
}

func meterPower(destination string) int {
	powers := []int{450, 900, 1300, 2200, 3500, 5500}

	return powers[dice(0, "power", destination).IntN(len(powers))]
}

// serialNumber is the proof of delivery in the form that the trade knows.
func serialNumber(p Product, r record) string {
	chance := dice(0, "sn", r.Supplier, r.RefID)

	switch {
	case r.Kind == kindBill:
		return strings.ToUpper(strconv.FormatUint(chance.Uint64(), 36)) + digits(chance, 8) // a receipt number
	case isElectricity(p):
		return electricityToken(chance, r)
	case isCode(p):
		return letters(chance) + "-" + letters(chance) + "-" + letters(chance)
	default:
		return digits(chance, 16) // the usual length
	}
}

func isElectricity(p Product) bool {
	return strings.EqualFold(p.Category, "PLN") || strings.HasPrefix(strings.ToUpper(p.SKU), "PLN")
}

func isCode(p Product) bool {
	category := strings.ToLower(p.Category)

	return strings.Contains(category, "voucher") || strings.Contains(category, "gift")
}

// electricityToken: twenty digits in fours, then name, tariff, power and energy.
func electricityToken(chance *rand.Rand, r record) string {
	const groups = 5

	parts := make([]string, 0, groups)
	for range groups {
		parts = append(parts, digits(chance, 4)) // digits of a group
	}

	tenths := int64(r.Price) * 10 / kwhPrice

	return fmt.Sprintf("%s/%s/R1/%d/%d.%d", strings.Join(parts, "-"), customerName(r.CustomerNo),
		meterPower(r.CustomerNo), tenths/10, tenths%10)
}

func digits(chance *rand.Rand, count int) string {
	var b strings.Builder
	for range count {
		b.WriteByte("0123456789"[chance.IntN(10)])
	}

	return b.String()
}

func letters(chance *rand.Rand) string {
	const (
		alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
		count    = 4
	)

	var b strings.Builder
	for range count {
		b.WriteByte(alphabet[chance.IntN(len(alphabet))])
	}

	return b.String()
}

// bill is what an inquiry finds.
type bill struct {
	periods  []string
	nominals []money.Rupiah
	admin    money.Rupiah
	share    money.Rupiah
}

// billFor makes one to three unpaid months, or the open amount that was asked for.
func billFor(p Product, destination string, amount money.Rupiah, now time.Time) bill {
	made := bill{admin: billAdmin, share: billShare}
	if p.Admin > 0 || p.Commission > 0 {
		made.admin, made.share = p.Admin, p.Commission
	}

	if amount > 0 {
		made.periods = []string{now.Format("200601")}
		made.nominals = []money.Rupiah{amount}

		return made
	}

	const (
		most  = 3
		least = 35
		span  = 600
	)

	chance := dice(0, "bill", p.SKU, destination)
	months := 1 + chance.IntN(most)
	first := time.Date(now.Year(), now.Month()-time.Month(months), 1, 0, 0, 0, 0, now.Location())

	for i := range months {
		made.periods = append(made.periods, first.AddDate(0, i, 0).Format("200601"))
		made.nominals = append(made.nominals, money.Rupiah(least+chance.IntN(span))*thousand)
	}

	return made
}

func (b bill) owed() money.Rupiah {
	total := b.admins()
	for _, nominal := range b.nominals {
		total += nominal
	}

	return total
}

func (b bill) admins() money.Rupiah { return b.admin * money.Rupiah(len(b.nominals)) }

// cost is what leaves the deposit: all that is owed, less our share of the fees.
func (b bill) cost() money.Rupiah { return b.owed() - b.share*money.Rupiah(len(b.nominals)) }

// describe is the desc object of an answer, by kind of bill.
func (b bill) describe(p Product, destination string) map[string]any {
	detail := make([]map[string]any, 0, len(b.periods))
	for i, period := range b.periods {
		detail = append(detail, map[string]any{
			"periode": period, "nilai_tagihan": strconv.FormatInt(int64(b.nominals[i]), 10),
			"admin": strconv.FormatInt(int64(b.admin), 10), "denda": "0",
		})
	}

	made := map[string]any{"lembar_tagihan": len(b.periods), "detail": detail}
	kind := strings.ToUpper(p.SKU + " " + p.Category + " " + p.Brand)

	switch {
	case strings.Contains(kind, "PLN"):
		made["tarif"] = "R1"
		made["daya"] = meterPower(destination)
	case strings.Contains(kind, "PDAM"):
		made["tarif"] = "3A"
		made["alamat"] = "JL. MERDEKA NO. 17"
		made["jatuh_tempo"] = "20"
	case strings.Contains(kind, "BPJS"):
		made["jumlah_peserta"] = strconv.Itoa(1 + dice(0, "family", destination).IntN(5)) // people of a family
		made["alamat"] = "JAKARTA PUSAT"
	case strings.Contains(kind, "PBB"):
		made["tahun_pajak"] = b.periods[0][:4]
		made["kelurahan"] = "CIBABAT"
		made["kecamatan"] = "CIMAHI UTARA"
	case strings.Contains(kind, "FINANCE"):
		made["item_name"] = "HONDA BEAT"
		made["no_pol"] = "D 1234 AB"
		made["tenor"] = "12"
	}

	return made
}

// segment is tariff and power as the meter check shows them: "R1 /000001300".
func segment(destination string) string { return fmt.Sprintf("R1 /%09d", meterPower(destination)) }
