package contact

import "loket/internal/platform/language"

var messages = language.NewTable("contact")

// Texts are the messages that the tags "missing" in api name.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. English texts that docs/product/bill-payment.md quotes stay to the letter.
var (
	msgFilled   = messages.Add("filled", "Name must be filled", "Nama harus diisi")
	msgNameText = messages.Add("name_text", "Only letters, numbers, spaces, dashes (-), underscores (_), periods (.), and commas (,) are allowed",
		"Hanya huruf, angka, spasi, tanda hubung (-), garis bawah (_), titik (.), dan koma (,) yang diperbolehkan")
	msgNameLong  = messages.Add("name_long", "The name must have at most %d characters", "Nama maksimal %d karakter")
	msgCode      = messages.Add("code", "The code must have at most %d characters that can be printed", "Kode maksimal %d karakter yang dapat dicetak")
	msgCodeTaken = messages.Add("code_taken", "Another contact has this code", "Kode ini sudah dipakai kontak lain")
	msgCodeFixed = messages.Add("code_fixed", "The code of a contact can't be changed", "Kode kontak tidak dapat diubah")
	msgMost      = messages.Add("most", "A client has at most %d contacts: delete some first", "Klien paling banyak punya %d kontak: hapus sebagian dulu")
	msgNumbers   = messages.Add("numbers", "Check 1 to %d numbers at a time", "Periksa 1 sampai %d nomor sekaligus")
	msgNoContact = messages.Add("no_contact", "There is no such contact", "Kontak tidak ditemukan")
)
