package order

import "loket/internal/platform/language"

var messages = language.NewTable("order")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	// Of the documented errors.
	msgReferenceConflict = messages.Add("reference_conflict", "This clientRef was used for another order",
		"clientRef ini sudah dipakai untuk order lain")
	msgNoProduct           = messages.Add("no_product", "There is no such product", "Produk tidak ditemukan")
	msgProductInactive     = messages.Add("product_inactive", "The product is not active", "Produk tidak aktif")
	msgProductCutOff       = messages.Add("product_cut_off", "The product is not sold from %s to %s WIB", "Produk tidak dijual dari pukul %s sampai %s WIB")
	msgProductProblem      = messages.Add("product_problem", "The product has a problem at present", "Produk sedang bermasalah")
	msgPriceAboveMaximum   = messages.Add("price_above_maximum", "The price is above the maximum that was given", "Harga melebihi batas yang diberikan")
	msgPriceAbove          = messages.Add("price_above", "The price is %s, above the maximum of %s", "Harganya %s, melebihi batas %s")
	msgBillRefused         = messages.Add("bill_refused", "The bill can't be paid", "Tagihan tidak dapat dibayar")
	msgSupplierUnavailable = messages.Add("supplier_unavailable", "The bill can't be looked up now, try again later",
		"Tagihan tidak dapat diperiksa sekarang, coba lagi nanti")
	msgState        = messages.Add("state", "The order's state does not allow this", "Status order tidak memungkinkan ini")
	msgInFlight     = messages.Add("in_flight", "A call to a supplier is in flight for this order", "Order ini sedang dikirim ke pemasok")
	msgEnded        = messages.Add("ended", "The order is %s already", "Order sudah %s")
	msgPending      = messages.Add("pending", "The order is pending: settle or refund it", "Order masih tertunda: selesaikan atau kembalikan dananya")
	msgNothingWaits = messages.Add("nothing_waits", "Nothing about the order waits for staff", "Tidak ada hal tentang order ini yang menunggu staf")
	msgSettledAs    = messages.Add("settled_as", "An order is settled as success or failed", "Order diselesaikan sebagai sukses atau gagal")

	// Of lists and look-ups.
	msgNoOrder        = messages.Add("no_order", "There is no such order", "Order tidak ditemukan")
	msgNoReference    = messages.Add("no_reference", "There is no order with this reference", "Tidak ada order dengan referensi ini")
	msgBothDates      = messages.Add("both_dates", "Both dates must be given", "Kedua tanggal harus diisi")
	msgEndBeforeStart = messages.Add("end_before_start", "The end must not be before the start", "Tanggal akhir tidak boleh sebelum tanggal awal")
	msgFuture         = messages.Add("future", "The date must not be in the future", "Tanggal tidak boleh di masa depan")
	msgNoRange        = messages.Add("no_range", "Please select the date range", "Silakan pilih rentang tanggal")
	msgRange2Days     = messages.Add("range_2_days", "Maximum date range is 2 days", "Rentang tanggal maksimal 2 hari")
	msgWholeSecond    = messages.Add("whole_second", "must be a whole second", "harus detik bulat")

	// Of requests for an order.
	msgProductCodeMissing = messages.Add("product_code_missing", "A product code must be given", "Kode produk harus diisi")
	msgReferenceReserved  = messages.Add("reference_reserved", "must not begin with %s: those are the references of your shop's orders",
		"tidak boleh diawali %s: itu referensi pesanan toko Anda")
	msgReferenceForm = messages.Add("reference_form", "A reference of 1 to %d printable characters must be given",
		"Referensi harus diisi dengan 1 sampai %d karakter yang dapat dicetak")
	msgAmountOutOfRange  = messages.Add("amount_out_of_range", "The amount is out of range", "Nominal di luar batas")
	msgAmountRange       = messages.Add("amount_range", "The amount must be from %s to %s", "Nominal harus dari %s sampai %s")
	msgMaximumOutOfRange = messages.Add("maximum_out_of_range", "The maximum price is out of range", "Harga maksimal di luar batas")
	msgPaymentType       = messages.Add("payment_type", "Must be deposit or settlement", "Harus deposit atau settlement")
	msgFixedPrice        = messages.Add("fixed_price", "This product has a fixed price; leave the amount out",
		"Produk ini berharga tetap; kosongkan nominalnya")
	msgPrepaid       = messages.Add("prepaid", "This product is prepaid and has no bill", "Produk ini prabayar dan tidak punya tagihan")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")
)
