package wallet

import "loket/internal/platform/language"

var messages = language.NewTable("wallet")

// The texts of this package. English texts that docs/product/deposits.md quotes stay to the letter.
var (
	msgBalanceLow     = messages.Add("balance_low", "The wallet's balance is too low", "Saldo dompet tidak mencukupi")
	msgInactive       = messages.Add("inactive", "The wallet is not active", "Dompet tidak aktif")
	msgNoWalletOfType = messages.Add("no_wallet_of_type", "There is no wallet of the type that pays for this product",
		"Tidak ada dompet dari jenis yang membayar produk ini")
	msgNoWallet       = messages.Add("no_wallet", "There is no such wallet", "Dompet tidak ditemukan")
	msgNoWalletType   = messages.Add("no_wallet_type", "There is no such wallet type", "Jenis dompet tidak ditemukan")
	msgThresholdRange = messages.Add("threshold_range", "The threshold must be from 0 to Rp.%s", "Ambang batas harus dari 0 sampai Rp.%s")
	msgWalletExists   = messages.Add("wallet_exists", "The client has a wallet of this type already", "Klien sudah punya dompet dari jenis ini")
	msgClientNoWallet = messages.Add("client_no_wallet", "The client has no such wallet", "Klien tidak punya dompet ini")
	msgReasonMissing  = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")
	msgAmountSign     = messages.Add("amount_sign", "The amount must not be zero and must have the sign of its operation",
		"Nominal tidak boleh nol dan harus bertanda sesuai operasinya")
	msgAmountMaximum    = messages.Add("amount_maximum", "The amount must be at most %s", "Nominal maksimal %s")
	msgReferenceLength  = messages.Add("reference_length", "The reference must have at most %d bytes", "Referensi maksimal %d byte")
	msgStartDayMissing  = messages.Add("start_day_missing", "Choose a start date first", "Pilih tanggal awal dahulu")
	msgStartTimeMissing = messages.Add("start_time_missing", "Choose a start time first", "Pilih jam awal dahulu")
	msgEndDayMissing    = messages.Add("end_day_missing", "Choose an end date first", "Pilih tanggal akhir dahulu")
	msgEndTimeMissing   = messages.Add("end_time_missing", "Choose an end time", "Pilih jam akhir")
	msgFutureDay        = messages.Add("future_day", "Dates in the future cannot be selected", "Tanggal yang akan datang tidak dapat dipilih")
	msgEndBeforeStart   = messages.Add("end_before_start", "The end must not be before the start", "Akhir tidak boleh sebelum awal")
	msgAction           = messages.Add("action", "There is no such operation", "Operasi tidak ditemukan")
	msgCursor           = messages.Add("cursor", "is not a row of this history", "bukan baris riwayat ini")
	msgMonth            = messages.Add("month", "must be a month as 2026-10", "harus berupa bulan seperti 2026-10")
	msgFutureMonth      = messages.Add("future_month", "Months in the future cannot be selected", "Bulan yang akan datang tidak dapat dipilih")
	msgOperation        = messages.Add("operation", "Must be topup, deduct, topup_fee or topup_penalty", "Harus topup, deduct, topup_fee, atau topup_penalty")
)
