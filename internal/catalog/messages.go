package catalog

import "loket/internal/platform/language"

var messages = language.NewTable("catalog")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	msgImportFile    = messages.Add("import_file", "The file can't be imported", "Berkas tidak dapat diimpor")
	msgImportRefused = messages.Add("import_refused", "The file has faulty rows, so nothing was imported",
		"Berkas memuat baris yang salah, jadi tidak ada yang diimpor")
	msgProblemReason      = messages.Add("problem_reason", "The text has at most %d characters and no control characters", "Teks maksimal %d karakter, tanpa karakter kontrol")
	msgNoProblemReason    = messages.Add("no_problem_reason", "Say what the problem is", "Jelaskan gangguannya")
	msgPriceLate          = messages.Add("price_late", "The moment of a price has passed", "Waktu berlaku harga sudah lewat")
	msgImportHeader       = messages.Add("import_header", "The header row must be exactly: %s", "Baris judul harus persis: %s")
	msgImportTooLarge     = messages.Add("import_too_large", "The file is larger than 32 MiB", "Berkas lebih besar dari 32 MiB")
	msgImportRows         = messages.Add("import_rows", "The file has more than %d rows", "Berkas memuat lebih dari %d baris")
	msgDestinationMissing = messages.Add("destination_missing", "Destination number must be filled", "Nomor tujuan harus diisi")
	msgDestinationForm    = messages.Add("destination_form", "Destination number must be at most 64 printable characters",
		"Nomor tujuan maksimal 64 karakter yang dapat dicetak")
	msgMobileNumber = messages.Add("mobile_number", "A mobile number starts with 08 and has 10 to 13 digits",
		"Nomor ponsel diawali 08 dan terdiri dari 10 sampai 13 angka")
	msgNoDigits              = messages.Add("no_digits", "This has no digits", "Tidak ada angka di sini")
	msgBPJSNumber            = messages.Add("bpjs_number", "A BPJS number has 11, 13 or 16 digits", "Nomor BPJS terdiri dari 11, 13, atau 16 angka")
	msgPDAMNumber            = messages.Add("pdam_number", "A PDAM customer number has 4 to 24 letters and digits", "Nomor pelanggan PDAM terdiri dari 4 sampai 24 huruf dan angka")
	msgMeterNumber           = messages.Add("meter_number", "A meter number has 11 digits, a customer id 12", "Nomor meter terdiri dari 11 angka, ID pelanggan 12")
	msgElectricityCustomerID = messages.Add("electricity_customer_id", "A customer id has 12 digits, a meter number 11",
		"ID pelanggan terdiri dari 12 angka, nomor meter 11")
)
