package schedule

import "loket/internal/platform/language"

var messages = language.NewTable("schedule")

// Texts are the messages that the tags "missing" in api name.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. English texts that docs/product/bill-payment.md quotes stay to the letter.
var (
	_                  = messages.Add("pin", "The PIN is missing", "PIN belum diisi")
	msgName            = messages.Add("name", "Transaction name is required.", "Nama transaksi wajib diisi.")
	msgNameLong        = messages.Add("name_long", "The name must have at most %d characters", "Nama maksimal %d karakter")
	msgNameText        = messages.Add("name_text", "The name has a character that can't be printed", "Nama berisi karakter yang tidak dapat dicetak")
	msgNoNumbers       = messages.Add("no_numbers", "Please input at least one destination number!", "Masukkan minimal satu nomor tujuan!")
	msgManyNumbers     = messages.Add("many_numbers", "At most %d destination numbers in one order", "Maksimal %d nomor tujuan dalam satu order")
	msgAmount          = messages.Add("amount", "Amount must be filled", "Nominal harus diisi")
	msgAmountZero      = messages.Add("amount_zero", "Amount cannot be zero", "Nominal tidak boleh nol")
	msgAmountRange     = messages.Add("amount_range", "The amount must be from %s to %s", "Nominal harus dari %s sampai %s")
	msgAmountFixed     = messages.Add("amount_fixed", "This product has a fixed price: send no amount", "Produk ini berharga tetap: jangan kirim nominal")
	msgSteps           = messages.Add("steps", "The time must be in steps of %d minutes", "Jam harus kelipatan %d menit")
	msgTooSoon         = messages.Add("too_soon", "The time must be at least %d minutes from now", "Jam minimal %d menit dari sekarang")
	msgTooLate         = messages.Add("too_late", "The date must be within %d days", "Tanggal maksimal %d hari dari sekarang")
	msgMonthlyStart    = messages.Add("monthly_start", "A monthly order needs its first date and time", "Order bulanan memerlukan tanggal dan jam pertama")
	msgEnd             = messages.Add("end", "Choose the month in which it ends", "Pilih bulan berakhirnya")
	msgEndFirst        = messages.Add("end_first", "The end month cannot be before the start date", "Bulan akhir tidak boleh sebelum tanggal mulai")
	msgEndFar          = messages.Add("end_far", "The end month must be within %d months", "Bulan akhir maksimal %d bulan")
	msgEndOnce         = messages.Add("end_once", "An order that runs once has no end month", "Order yang berjalan sekali tidak memiliki bulan akhir")
	msgTotalIs         = messages.Add("total_is", "The price has changed: the total is now %s", "Harga telah berubah: totalnya sekarang %s")
	msgNotCancelable   = messages.Add("not_cancelable", "This order has ended and can't be cancelled", "Order ini sudah selesai dan tidak dapat dibatalkan")
	msgNotWaiting      = messages.Add("not_waiting", "This order doesn't wait for a decision any more", "Order ini tidak menunggu keputusan lagi")
	msgDuplicate       = messages.Add("duplicate", "This number is in the list already", "Nomor ini sudah ada di daftar")
	msgRecentlyPaid    = messages.Add("recently_paid", "The same was bought for this number recently", "Produk ini baru saja dibeli untuk nomor ini")
	msgManyBills       = messages.Add("many_bills", "Ask for 1 to %d bills at a time", "Cek 1 sampai %d tagihan sekaligus")
	msgNoBills         = messages.Add("no_bills", "This product has no bills", "Produk ini tidak memiliki tagihan")
	msgChangeReplaced  = messages.Add("change_replaced", "The change was replaced meanwhile. Look at the new one before you decide.", "Perubahan ini telah diganti. Lihat yang baru sebelum memutuskan.")
	msgOwnApproval     = messages.Add("own_approval", "Another user must decide about your order", "Pengguna lain harus memutuskan order Anda")
	msgApprovalRange   = messages.Add("approval_range", "The amount must be from 0 to %s", "Total harus dari 0 sampai %s")
	msgNoApprover      = messages.Add("no_approver", "No second user may create scheduled orders, so nobody could approve", "Tidak ada pengguna kedua yang boleh membuat order terjadwal, sehingga tidak ada yang dapat menyetujui")
	msgReason          = messages.Add("reason", "The reason must have at most %d characters that can be printed", "Alasan maksimal %d karakter yang dapat dicetak")
	msgStillRunning    = messages.Add("still_running", "Some lines still wait for their orders", "Sebagian baris masih menunggu ordernya")
	msgNothingToRetry  = messages.Add("nothing_to_retry", "No line is left to retry", "Tidak ada baris yang dapat diulang")
	msgNoOrder         = messages.Add("no_order", "There is no such scheduled order", "Order terjadwal tidak ditemukan")
	msgTooManyOpen     = messages.Add("too_many_open", "%d scheduled orders have not ended yet: wait for one, or cancel one", "%d order terjadwal belum selesai: tunggu atau batalkan salah satu")
	msgTooManyCanceled = messages.Add("too_many_canceled", "Too many scheduled orders were made and cancelled: wait an hour", "Terlalu banyak order terjadwal dibuat lalu dibatalkan: tunggu satu jam")
	msgMoneyEnded      = messages.Add("money_ended", "The balance ended before this line", "Saldo habis sebelum baris ini")
	msgSupplierSilent  = messages.Add("supplier_silent", "The bill could not be found in time: the operator does not answer", "Tagihan tidak dapat dicari tepat waktu: operator tidak menjawab")
)
