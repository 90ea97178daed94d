package placing

import "loket/internal/platform/language"

var messages = language.NewTable("placing")

// The texts of this package.
var (
	// Of the documented errors.
	msgReferenceConflict = messages.Add("reference_conflict", "This clientRef was used for another order",
		"clientRef ini sudah dipakai untuk order lain")
	msgNoProduct         = messages.Add("no_product", "There is no such product", "Produk tidak ditemukan")
	msgProductInactive   = messages.Add("product_inactive", "The product is not active", "Produk tidak aktif")
	msgProductCutOff     = messages.Add("product_cut_off", "The product is not sold from %s to %s WIB", "Produk tidak dijual dari pukul %s sampai %s WIB")
	msgProductProblem    = messages.Add("product_problem", "The product has a problem at present", "Produk sedang bermasalah")
	msgProductProblemWhy = messages.Add("product_problem_why", "The product has a problem at present: %s", "Produk sedang bermasalah: %s")
	msgPriceAboveMaximum = messages.Add("price_above_maximum", "The price is above the maximum that was given", "Harga melebihi batas yang diberikan")
	msgPriceAbove        = messages.Add("price_above", "The price is %s, above the maximum of %s", "Harganya %s, melebihi batas %s")
	msgDuplicate         = messages.Add("duplicate", "The same was bought for this number a short time ago", "Produk yang sama baru saja dibeli untuk nomor ini")
	msgDuplicateOrder    = messages.Add("duplicate_order", "The order %s bought the same for this number within the last %d minutes",
		"Order %s sudah membeli produk yang sama untuk nomor ini dalam %d menit terakhir")
	msgBillRefused         = messages.Add("bill_refused", "The bill can't be paid", "Tagihan tidak dapat dibayar")
	msgSupplierUnavailable = messages.Add("supplier_unavailable", "The bill can't be looked up now, try again later",
		"Tagihan tidak dapat diperiksa sekarang, coba lagi nanti")

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
	msgBillFields        = messages.Add("bill_fields", "Months are 1 to %d, a year is from %d to %d, an identity has %d digits",
		"Bulan 1 sampai %d, tahun dari %d sampai %d, nomor identitas %d angka")
	msgFixedPrice = messages.Add("fixed_price", "This product has a fixed price; leave the amount out",
		"Produk ini berharga tetap; kosongkan nominalnya")
	msgPrepaid = messages.Add("prepaid", "This product is prepaid and has no bill", "Produk ini prabayar dan tidak punya tagihan")
)
