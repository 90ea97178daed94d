package checkout

import "loket/internal/platform/language"

var messages = language.NewTable("storefrontorder")

// The texts of this package.
var (
	msgClosed = messages.Add("closed", "This shop is closed at the moment", "Toko ini sedang tutup")
	msgNone   = messages.Add("none", "There is no such order", "Pesanan tidak ditemukan")
	// The argument is the price that holds.
	msgPrice     = messages.Add("price", "The price is now %s", "Harganya sekarang %s")
	msgNotSold   = messages.Add("not_sold", "This product is not sold at the moment", "Produk ini sedang tidak dijual")
	msgKey       = messages.Add("key", "must be a random text of %d to %d characters", "harus teks acak %d sampai %d karakter")
	msgAmount    = messages.Add("amount", "The amount is not the price of this order", "Nominalnya bukan harga pesanan ini")
	msgTooLate   = messages.Add("too_late", "This order can't be paid any more", "Pesanan ini tidak bisa dibayar lagi")
	msgPlaced    = messages.Add("placed", "This order can't be given up any more", "Pesanan ini tidak bisa dibatalkan lagi")
	msgGivenUp   = messages.Add("given_up", "The shop has cancelled this order", "Toko membatalkan pesanan ini")
	msgNotPlaced = messages.Add("not_placed", "The shop could not place this order", "Toko tidak dapat memproses pesanan ini")
	msgNotMade   = messages.Add("not_made", "The provider could not deliver this order", "Penyedia tidak dapat mengirim pesanan ini")
)

// reasons are the texts for shoppers by the code that is stored.
var reasons = map[string]language.Message{msgGivenUp.Code(): msgGivenUp, msgNotPlaced.Code(): msgNotPlaced, msgNotMade.Code(): msgNotMade}

// Why is the text for shoppers about a failed order.
func (o Order) Why() (language.Message, bool) {
	m, ok := reasons[o.Reason]

	return m, ok
}
