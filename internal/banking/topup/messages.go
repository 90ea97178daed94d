package topup

import "loket/internal/platform/language"

var messages = language.NewTable("topup")

// Texts are the messages that the tags "missing" in api name.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. English texts that docs/product/deposits.md quotes stay to the letter.
var (
	msgWallet = messages.Add("wallet_required", "Deposit type must be selected", "Jenis deposit harus dipilih")
	msgBank   = messages.Add("bank_required", "Bank must be selected", "Bank harus dipilih")

	msgNominal        = messages.Add("nominal_required", "Nominal must be a positive number", "Nominal harus berupa angka positif")
	msgNominalLow     = messages.Add("nominal_low", "Nominal must be greater than %s", "Nominal harus lebih besar dari %s")
	msgNominalHigh    = messages.Add("nominal_high", "Maximum nominal is %s", "Nominal maksimal %s")
	msgNominalRound   = messages.Add("nominal_round", "Nominal must be a multiple of %s", "Nominal harus kelipatan %s")
	msgAmountPositive = messages.Add("amount_positive", "The amount must be from Rp 1 to %s", "Nominal harus dari Rp 1 sampai %s")
	msgBankUnknown    = messages.Add("bank_unknown", "This bank takes no transfers", "Bank ini tidak menerima transfer")
	msgNoteLong       = messages.Add("note_long", "The note must have at most %d characters", "Catatan maksimal %d karakter")
	msgAccountNo      = messages.Add("account_no", "An account number has 5 to 30 digits", "Nomor rekening terdiri dari 5 sampai 30 angka")
	msgHolder         = messages.Add("holder", "A new account needs the name of its holder", "Rekening baru memerlukan nama pemilik")
	msgPrefix         = messages.Add("prefix", "A new channel needs a company code of 3 to 8 digits", "Kanal baru memerlukan kode perusahaan 3 sampai 8 angka")
	msgPrefixUsed     = messages.Add("prefix_used", "The bank has a channel already, or the company code is another bank's",
		"Bank ini sudah punya kanal, atau kode perusahaan dipakai bank lain")
	msgFee           = messages.Add("fee", "The fee must be from 0 to half of the minimum", "Biaya harus dari 0 sampai setengah minimum")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")

	msgNoteMissing = messages.Add("note_missing", "A note must be written", "Catatan harus diisi")

	msgNoBank          = messages.Add("no_bank", "There is no such bank", "Bank tidak ditemukan")
	msgOrderMissing    = messages.Add("order_missing", "Transaction not found", "Transaksi tidak ditemukan")
	msgNoTransfer      = messages.Add("no_transfer", "There is no such transfer", "Transfer tidak ditemukan")
	msgSettled         = messages.Add("settled", "The transfer is settled: %s", "Transfer sudah diselesaikan: %s")
	msgTransferSettled = messages.Add("transfer_settled", "The transfer is settled already", "Transfer sudah diselesaikan")
	msgNoOrder         = messages.Add("no_order", "The transfer was meant for no known top-up: name the client and the wallet",
		"Transfer ini tidak cocok dengan isi saldo mana pun: sebutkan klien dan dompetnya")
	msgEnded   = messages.Add("ended", "The transaction has ended already", "Transaksi sudah berakhir")
	msgOngoing = messages.Add("ongoing", "You have ongoing transaction. You can finish it or cancel it",
		"Anda memiliki transaksi yang sedang berlangsung. Anda dapat menyelesaikan atau membatalkannya")
	msgNotMaker = messages.Add("not_maker", "This transaction was made by another user, who can cancel it",
		"Transaksi ini dibuat oleh pengguna lain, yang dapat membatalkannya")
	msgBankProblem = messages.Add("bank_problem", "This bank has a problem at the moment. Please choose another one",
		"Bank ini sedang bermasalah. Silakan pilih bank lain")
	msgCodesUsed = messages.Add("codes_used", "All unique amounts of this bank are in use. Please choose another bank or try again later",
		"Semua kode unik bank ini sedang terpakai. Silakan pilih bank lain atau coba lagi nanti")
	msgOff = messages.Add("off", "Top-up by bank transfer is not available at the moment", "Isi saldo lewat transfer bank sedang tidak tersedia")
)
