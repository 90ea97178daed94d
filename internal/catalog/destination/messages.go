package destination

import "loket/internal/platform/language"

var messages = language.NewTable("destination")

// Why a number is refused or doubted.
var (
	msgMissing    = messages.Add("missing", "Destination number must be filled", "Nomor tujuan harus diisi")
	msgLong       = messages.Add("long", "A destination number has at most %d characters", "Nomor tujuan maksimal %d karakter")
	msgUnreadable = messages.Add("unreadable", "The number has characters that can't be read: type it again", "Nomor memuat karakter yang tidak terbaca: ketik ulang")
	msgCharacter  = messages.Add("character", "“%s” doesn't belong in this number", "“%s” tidak boleh ada di nomor ini")
	msgTwo        = messages.Add("two", "This could be two numbers: enter one number", "Ini bisa jadi dua nomor: masukkan satu nomor saja")
	msgExponent   = messages.Add("exponent", "A spreadsheet shortened this number and digits are missing: format the column as text and enter the number again",
		"Nomor ini disingkat oleh aplikasi spreadsheet dan sebagian angkanya hilang: ubah format kolom menjadi teks, lalu masukkan lagi nomornya")
	msgDecimal = messages.Add("decimal", "The number has a decimal part: enter it without “%s”", "Nomor ini memuat bagian desimal: masukkan tanpa “%s”")
	msgCountry = messages.Add("country", "This is a number of another country. An Indonesian one starts with 08 or +62",
		"Ini nomor negara lain. Nomor Indonesia diawali 08 atau +62")
	msgCountryOf = messages.Add("country_of", "This is a number of another country. It must start with +%s", "Ini nomor negara lain. Nomor harus diawali +%s")
	msgAbroad    = messages.Add("abroad", "Enter the number with its country code, +%s", "Masukkan nomor dengan kode negaranya, +%s")
	msgE164      = messages.Add("e164", "A number with its country code has 8 to 15 digits", "Nomor dengan kode negara terdiri dari 8 sampai 15 angka")
	msgNoDigits  = messages.Add("no_digits", "This has no digits", "Tidak ada angka di sini")
	msgLength    = messages.Add("length", "This number has %d to %d digits", "Nomor ini terdiri dari %d sampai %d angka")
	msgMobile    = messages.Add("mobile", "A mobile number starts with 08 and has 10 to 13 digits",
		"Nomor ponsel diawali 08 dan terdiri dari 10 sampai 13 angka")
	msgMeter      = messages.Add("meter", "A meter number has 11 digits, a customer id 12", "Nomor meter terdiri dari 11 angka, ID pelanggan 12")
	msgCustomerID = messages.Add("customer_id", "A customer id has 12 digits, a meter number 11", "ID pelanggan terdiri dari 12 angka, nomor meter 11")
	msgBPJS       = messages.Add("bpjs", "A BPJS number has 11, 13 or 16 digits", "Nomor BPJS terdiri dari 11, 13, atau 16 angka")
	msgPDAM       = messages.Add("pdam", "A PDAM customer number has 4 to 24 letters and digits", "Nomor pelanggan PDAM terdiri dari 4 sampai 24 huruf dan angka")
	msgPrinted    = messages.Add("printed_card", "A card number has 16 digits", "Nomor kartu terdiri dari 16 angka")
	msgCredit     = messages.Add("credit_card", "This isn't the number of a credit card: check each digit", "Ini bukan nomor kartu kredit: periksa setiap angkanya")
	msgNOP        = messages.Add("nop", "A property tax number (NOP) has 18 digits", "Nomor objek pajak (NOP) terdiri dari 18 angka")
	msgPlate      = messages.Add("plate", "No region has a plate that starts with %s", "Tidak ada daerah dengan pelat yang diawali %s")
	msgNoPlate    = messages.Add("no_plate", "A plate looks like B 1234 XYZ, a payment code has digits only", "Pelat nomor seperti B 1234 XYZ, kode bayar hanya angka")
	msgVoucher    = messages.Add("voucher", "A mobile number or an e-mail address is expected", "Diperlukan nomor ponsel atau alamat email")
	msgOperator   = messages.Add("operator", "The prefix belongs to %s", "Prefiks milik %s")
	msgNotANumber = messages.Add("not_a_number", "This is no number", "Ini bukan nomor")
)

// What a game asks for.
var (
	msgUserID    = messages.Add("user_id", "user ID", "ID pengguna")
	msgZone      = messages.Add("zone", "zone ID", "ID zona")
	msgServer    = messages.Add("server", "server", "server")
	msgTwoParts  = messages.Add("two_parts", "%s and %s", "%s dan %s")
	msgNeeds     = messages.Add("needs", "This game needs %s, for example: %s", "Game ini memerlukan %s, misalnya: %s")
	msgPartEmpty = messages.Add("part_empty", "Fill this in, for example: %s", "Isi bagian ini, misalnya: %s")
	msgPartDigit = messages.Add("part_digits", "%d to %d digits, for example: %s", "%d sampai %d angka, misalnya: %s")
	msgPartText  = messages.Add("part_text", "%d to %d characters, for example: %s", "%d sampai %d karakter, misalnya: %s")
	msgPartRiot  = messages.Add("part_riot", "Name and tag, for example: %s", "Nama dan tag, misalnya: %s")
	msgPartList  = messages.Add("part_list", "One of: %s", "Salah satu dari: %s")
)

// What was repaired.
var (
	msgFixedDecimal   = messages.Add("fixed_decimal", "The decimal part “%s” was removed", "Bagian desimal “%s” dihapus")
	msgFixedExponent  = messages.Add("fixed_exponent", "The shortened number was written out", "Nomor yang disingkat sudah ditulis lengkap")
	msgFixedFormula   = messages.Add("fixed_formula", "Signs of a spreadsheet were removed", "Tanda dari aplikasi spreadsheet dihapus")
	msgFixedThousands = messages.Add("fixed_thousands", "The thousands separators were removed", "Pemisah ribuan dihapus")
	msgFixedDigits    = messages.Add("fixed_digits", "Digits of another script were converted", "Angka dari aksara lain diubah")
	msgFixedHidden    = messages.Add("fixed_hidden", "Hidden characters were removed", "Karakter tersembunyi dihapus")
)
