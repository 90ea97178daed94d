package catalog

import "loket/internal/platform/language"

var messages = language.NewTable("catalog")

// The texts of this package. English texts that docs/product/products.md quotes stay to the letter.
var (
	msgImportRefused = messages.Add("import_refused", "The file has faulty rows, so nothing was imported",
		"Berkas memuat baris yang salah, jadi tidak ada yang diimpor")
	msgProblemReason   = messages.Add("problem_reason", "The text has at most %d characters and no control characters", "Teks maksimal %d karakter, tanpa karakter kontrol")
	msgNoProblemReason = messages.Add("no_problem_reason", "Say what the problem is", "Jelaskan gangguannya")
	msgProblemTime     = messages.Add("problem_time", "A time within a year, not in the past, and the end after the begin", "Waktu dalam setahun ke depan, bukan masa lalu, dan akhir setelah awal")
	msgName            = messages.Add("name", "1 to %d characters without control characters", "1 sampai %d karakter tanpa karakter kontrol")
	msgDescription     = messages.Add("description", "At most %d characters without control characters", "Maksimal %d karakter tanpa karakter kontrol")
	msgAmounts         = messages.Add("amounts", "The least amount must not be above the greatest", "Nominal terendah tidak boleh di atas nominal tertinggi")
	msgOpenAmounts     = messages.Add("open_amounts", "Only a product with an open amount has limits", "Hanya produk dengan nominal bebas yang punya batas")
	msgSuppliers       = messages.Add("suppliers", "Name each supplier of the product once", "Sebutkan setiap pemasok produk ini satu kali")
	msgBelowCost       = messages.Add("below_cost", "The product would be sold below the cost of its first supplier; change the price first", "Produk akan dijual di bawah modal pemasok pertamanya; ubah harganya dulu")
	msgPrice           = messages.Add("price", "An amount in whole rupiah; of a prepaid product above zero", "Nominal dalam rupiah penuh; untuk produk prabayar di atas nol")
	msgPriceTime       = messages.Add("price_time", "A time within a year, not in the past", "Waktu dalam setahun ke depan, bukan masa lalu")
	msgPriceUntil      = messages.Add("price_until", "A time within a year, after the begin", "Waktu dalam setahun ke depan, setelah awal")
	msgRuleReach       = messages.Add("rule_reach", "Name a category, an operator or a product, not several", "Sebutkan kategori, operator, atau produk, bukan beberapa")
	msgRulePrepaid     = messages.Add("rule_prepaid", "A prepaid product", "Produk prabayar")
	msgRuleAmount      = messages.Add("rule_amount", "The number is too small or too large", "Angkanya terlalu kecil atau terlalu besar")
	msgRuleSegment     = messages.Add("rule_segment", "Name a client or a segment, not both", "Sebutkan klien atau segmen, bukan keduanya")
	msgPreview         = messages.Add("preview", "Something changed since the preview", "Ada yang berubah sejak pratinjau")
	msgBelowLater      = messages.Add("below_later", "The price is below the cost, so a second person decides; say from when it holds", "Harga di bawah modal, jadi orang kedua yang memutuskan; tentukan mulai berlakunya")
	msgSameMoment      = messages.Add("same_moment", "Another price is scheduled for this moment; cancel that one first", "Harga lain sudah dijadwalkan untuk waktu ini; batalkan dulu")
	msgPriceLate       = messages.Add("price_late", "The moment of a price has passed", "Waktu berlaku harga sudah lewat")
)
