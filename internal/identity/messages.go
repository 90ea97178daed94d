package identity

import "loket/internal/platform/language"

var messages = language.NewTable("identity")

// The messages of this package. English texts that docs/product/access.md quotes stay to the letter.
var (
	msgClockEnd = messages.Add("clock_end", "The clock of a sandbox can be five years ahead at most: begin it anew", "Jam sandbox dapat maju paling jauh lima tahun: mulai dari awal")

	msgKeyMissing  = messages.Add("key_missing", "The API key is missing: send it as Authorization: Bearer", "Kunci API tidak ada: kirim sebagai Authorization: Bearer")
	msgKeyUnknown  = messages.Add("key_unknown", "The API key is unknown", "Kunci API tidak dikenal")
	msgKeyMistyped = messages.Add("key_mistyped", "The API key is incomplete or mistyped: its last characters don't fit the others", "Kunci API tidak lengkap atau salah ketik: karakter terakhirnya tidak cocok")
	msgKeyDeleted  = messages.Add("key_deleted", "The API key was deleted", "Kunci API sudah dihapus")
	msgKeyEnded    = messages.Add("key_ended", "The API key has ended", "Masa berlaku kunci API sudah berakhir")

	msgKeyScopeMissing = messages.Add("key_scope_missing", "The API key lacks the scope of this call", "Kunci API tidak memiliki cakupan untuk panggilan ini")
	msgKeyScope        = messages.Add("key_scope", "The API key lacks the scope %s", "Kunci API tidak memiliki cakupan %s")
	msgKeyAddressOther = messages.Add("key_address_other", "The API key may not be used from this address", "Kunci API tidak boleh dipakai dari alamat ini")
	msgKeyAddress      = messages.Add("key_address", "The API key may not be used from the address %s", "Kunci API tidak boleh dipakai dari alamat %s")
	msgKeyRoll         = messages.Add("key_roll", "This key has ended or was rolled already, or another key that was rolled is valid still",
		"Kunci ini sudah berakhir atau sudah diganti, atau kunci lain yang diganti masih berlaku")
	msgScopeUnknown = messages.Add("scope_unknown", "There is no scope %s", "Tidak ada cakupan %s")
	msgScopeNone    = messages.Add("scope_none", "Choose what the key may do", "Pilih apa yang boleh dilakukan kunci")
	msgAddressForm  = messages.Add("address_form", "%s is no network address: 203.0.113.7, or 203.0.113.0/24", "%s bukan alamat jaringan: 203.0.113.7, atau 203.0.113.0/24")
	msgAddressCount = messages.Add("address_count", "Must be at most %d addresses", "Paling banyak %d alamat")
	msgEndPast      = messages.Add("end_past", "Must be in the future", "Harus di masa depan")
	msgOverlap      = messages.Add("overlap", "Must be 0, 1, 24 or 72 hours", "Harus 0, 1, 24, atau 72 jam")

	// Of the documented errors.
	msgSessionDisplaced = messages.Add("session_displaced", "You signed in again elsewhere, and a user has at most %d sessions. Please login again",
		"Anda masuk lagi di tempat lain, dan satu pengguna memiliki paling banyak %d sesi. Silakan masuk lagi")
	msgTokenExpired     = messages.Add("token_expired", "Token expired, please login again", "Token kedaluwarsa, silakan masuk lagi")
	msgCredentialsWrong = messages.Add("credentials_wrong", "Client ID, username or password is wrong", "ID Klien, nama pengguna, atau kata sandi salah")
	msgPasswordExpired  = messages.Add("password_expired", "Password expired, please change your password",
		"Kata sandi kedaluwarsa, silakan ganti kata sandi Anda")
	msgForbidden          = messages.Add("forbidden", "Unauthorized Action!", "Tindakan tidak diizinkan!")
	msgPINWrong           = messages.Add("pin_wrong", "PIN is wrong", "PIN salah")
	msgPINLocked          = messages.Add("pin_locked", "PIN is locked", "PIN dikunci")
	msgPINDisabled        = messages.Add("pin_disabled", "PIN is disabled, reset it", "PIN dinonaktifkan, atur ulang PIN Anda")
	msgPINUseless         = messages.Add("pin_useless", "This user can't create scheduled orders, so a PIN is of no use", "Pengguna ini tidak dapat membuat order terjadwal, sehingga PIN tidak berguna")
	msgPINNotSet          = messages.Add("pin_not_set", "Set your PIN first", "Buat PIN Anda terlebih dahulu")
	msgSecondFactorNeeded = messages.Add("second_factor_needed", "The second step of the sign-in is missing", "Langkah kedua untuk masuk belum dilakukan")
	msgCodeWrong          = messages.Add("code_wrong", "The code is wrong, or was used already", "Kode salah, atau sudah dipakai")
	msgCodeMissing        = messages.Add("code_missing", "Code must be filled", "Kode harus diisi")
	msgStepUpNeeded       = messages.Add("step_up_needed", "Confirm that it is you", "Konfirmasikan bahwa ini Anda")
	msgFactorLimit        = messages.Add("factor_limit", "There are 2 authenticator apps already", "Sudah ada 2 aplikasi autentikator")
	msgFactorDemanded     = messages.Add("factor_demanded", "Set up two-step verification first", "Siapkan verifikasi dua langkah terlebih dahulu")
	msgDemandUnknown      = messages.Add("demand_unknown", "Must be none, money or all", "Harus none, money, atau all")
	msgDuplicateMinutes   = messages.Add("duplicate_minutes", "Must be 0 to %d minutes", "Harus 0 sampai %d menit")
	msgRememberDays       = messages.Add("remember_days", "Must be 0 to %d days", "Harus 0 sampai %d hari")
	msgPasskeyLimit       = messages.Add("passkey_limit", "There are %d passkeys already", "Sudah ada %d kunci sandi")
	msgPasskeyRefused     = messages.Add("passkey_refused", "The passkey was refused", "Kunci sandi ditolak")
	msgNoFactor           = messages.Add("no_factor", "Add a passkey or an authenticator app first", "Tambahkan kunci sandi atau aplikasi autentikator terlebih dahulu")
	msgKeyLimit           = messages.Add("key_limit", "There are 2 API keys already", "Sudah ada 2 kunci API")
	msgTaken              = messages.Add("taken", "This name is taken", "Nama ini sudah dipakai")
	msgSelfDelete         = messages.Add("self_delete", "You can't delete yourself", "Anda tidak dapat menghapus diri sendiri")
	msgLastRoot           = messages.Add("last_root", "The last root user can't be deleted and keeps the role", "Pengguna root terakhir tidak dapat dihapus dan tetap memiliki peran itu")
	msgResetNothing       = messages.Add("reset_nothing", "This user is inactive or has no second factor", "Pengguna ini tidak aktif atau tidak memiliki faktor kedua")
	msgResetByRoot        = messages.Add("reset_by_root", "A root user of the client has to start it", "Pengguna root klien harus memulainya")
	msgResetWaits         = messages.Add("reset_waits", "A reset of this user waits already", "Pengaturan ulang pengguna ini sudah menunggu")
	msgLookOnly           = messages.Add("look_only", "You look at this portal read only: nothing can be changed", "Anda hanya melihat portal ini: tidak ada yang dapat diubah")
	msgNoLook             = messages.Add("no_look", "This user can't sign in, so there is nothing to see", "Pengguna ini tidak dapat masuk, sehingga tidak ada yang dapat dilihat")
	msgResetSelf          = messages.Add("reset_self", "Another root user of your company has to start it", "Pengguna root lain di perusahaan Anda harus memulainya")
	msgRoleInUse          = messages.Add("role_in_use", "Users have this role still", "Peran ini masih dimiliki pengguna")
	msgRoleLimit          = messages.Add("role_limit", "There are 20 roles already", "Sudah ada 20 peran")
	msgNoRight            = messages.Add("no_right", "%d is no right that a role can have", "%d bukan hak yang dapat dimiliki peran")
	msgRightNotHeld       = messages.Add("right_not_held", "You can only give and take rights that you have yourself", "Anda hanya dapat memberi dan mencabut hak yang Anda miliki sendiri")
	msgRoleFixed          = messages.Add("role_fixed", "The built-in roles can't be changed", "Peran bawaan tidak dapat diubah")

	// Of sign-in and passwords.
	msgClientIDMissing  = messages.Add("client_id_missing", "Client ID must be filled", "ID Klien harus diisi")
	msgUsernameMissing  = messages.Add("username_missing", "Username must be filled", "Nama pengguna harus diisi")
	msgPasswordMissing  = messages.Add("password_missing", "Password must be filled", "Kata sandi harus diisi")
	msgPasswordRequired = messages.Add("password_required", "Password is required.", "Kata sandi wajib diisi.")
	msgPasswordNeeded   = messages.Add("password_needed", "Please enter your password to confirm this change.", "Masukkan kata sandi Anda untuk mengonfirmasi perubahan ini.")
	msgPasswordWrong    = messages.Add("password_wrong", "Please input the correct password.", "Masukkan kata sandi yang benar.")
	msgPasswordUsed     = messages.Add("password_used", "Please choose a password that you have not used before",
		"Pilih kata sandi yang belum pernah Anda gunakan")
	msgPasswordsDiffer       = messages.Add("passwords_differ", "Both passwords must be identical!", "Kedua kata sandi harus sama!")
	msgForcedPasswordsDiffer = messages.Add("forced_passwords_differ", "Two passwords that you enter is inconsistent!",
		"Dua kata sandi yang Anda masukkan tidak sama!")

	// Of users and their addresses.
	msgEmailInvalid        = messages.Add("email_invalid", "Please enter a valid email address.", "Masukkan alamat email yang valid.")
	msgFinanceEmailInvalid = messages.Add("finance_email_invalid", "Please enter a valid finance email address.",
		"Masukkan alamat email keuangan yang valid.")
	msgUserEmailInvalid = messages.Add("user_email_invalid", "Please enter valid email address", "Masukkan alamat email yang valid")
	msgEmailsUnchanged  = messages.Add("emails_unchanged", "Neither address is a new one", "Kedua alamat tidak berubah")
	msgUsernameInvalid  = messages.Add("username_invalid", "Username is not valid, minimum 2 characters, use . or _ instead of space",
		"Nama pengguna tidak valid, minimal 2 karakter, gunakan . atau _ sebagai pengganti spasi")
	msgPINMissing = messages.Add("pin_missing", "Please input your current PIN!", "Masukkan PIN Anda saat ini!")
	msgPINSame    = messages.Add("pin_same", "The new PIN must differ from the current one", "PIN baru harus berbeda dari PIN saat ini")
	msgPINsDiffer = messages.Add("pins_differ", "The two PINs you entered do not match!", "Dua PIN yang Anda masukkan tidak sama!")

	// Of names, and of the input of staff.
	msgEmpty             = messages.Add("empty", "Must be filled", "Harus diisi")
	msgTooLong           = messages.Add("too_long", "Must have at most %d characters", "Maksimal %d karakter")
	msgNotPlainText      = messages.Add("not_plain_text", "Must be plain text", "Harus berupa teks biasa")
	msgRoleNotClientUser = messages.Add("role_not_client_user", "Must be [8], or one role of your own", "Harus [8], atau satu peran buatan sendiri")
	msgKeyForm           = messages.Add("key_form", "A key begins with lk_ and has letters, digits and underscores",
		"Kunci diawali lk_ dan terdiri dari huruf, angka, dan garis bawah")
	msgCodeForm = messages.Add("code_form", "Code must have 3 to 32 small letters, digits or dashes, no dash first",
		"Kode harus terdiri dari 3 sampai 32 huruf kecil, angka, atau tanda hubung, tidak diawali tanda hubung")
	msgCodeReserved = messages.Add("code_reserved", "Code is reserved", "Kode ini tidak boleh dipakai")
	msgTimeZone     = messages.Add("time_zone", "Time zone must be a name like Asia/Jakarta", "Zona waktu harus berupa nama seperti Asia/Jakarta")
	msgTaxNumber    = messages.Add("tax_number", "Tax number must have 15 to 24 digits, dots or dashes",
		"NPWP harus terdiri dari 15 sampai 24 angka, titik, atau tanda hubung")
	msgNoRole      = messages.Add("no_role", "There is no role %d", "Tidak ada peran %d")
	msgIdleMinutes = messages.Add("idle_minutes", "Must be from %d to %d minutes", "Harus %d sampai %d menit")
	msgLanguage    = messages.Add("language", "Language must be en or id", "Bahasa harus en atau id")
)
