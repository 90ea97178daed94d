package settlement

import (
	"time"

	"loket/internal/platform/language"
)

var messages = language.NewTable("settlement")

// Texts are the messages that the tags "missing" in api name.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. English texts that docs/product/settlement.md quotes stay to the letter.
var (
	msgNotRegistered = messages.Add("not_registered", "You does`nt registered for this feature", "Anda belum terdaftar untuk fitur ini")
	msgInactive      = messages.Add("inactive", "The settlement is not active", "Settlement tidak aktif")
	msgOverdue       = messages.Add("overdue", "An invoice is overdue: pay it to use the limit again",
		"Ada tagihan yang lewat jatuh tempo: bayarlah agar limit dapat dipakai lagi")
	msgLimitLow     = messages.Add("limit_low", "The rest of the settlement limit is too low", "Sisa limit settlement tidak mencukupi")
	msgTopupOff     = messages.Add("topup_off", "The limit can't be raised from here", "Limit tidak dapat dinaikkan dari sini")
	msgLimitIs      = messages.Add("limit_is", "The limit has changed: it is now %s", "Limit telah berubah: sekarang %s")
	msgNoSettlement = messages.Add("no_settlement", "There is no such settlement", "Settlement tidak ditemukan")
	msgNoPeriod     = messages.Add("no_period", "There is no such period", "Periode tidak ditemukan")
	_               = messages.Add("limit_empty", "Limit must be filled", "Limit harus diisi")
	msgLimitZero    = messages.Add("limit_zero", "Limit cannot be zero", "Limit tidak boleh nol")
	msgAboveCap     = messages.Add("above_cap", "The limit would be above the maximum of %s; at most %s can be added",
		"Limit akan melebihi maksimum %s; paling banyak %s dapat ditambahkan")
	msgLimitRange    = messages.Add("limit_range", "The limit must be from 0 to %s", "Limit harus dari 0 sampai %s")
	msgLimitUsed     = messages.Add("limit_used", "%s of the limit is used; it can't be lowered below that", "%s dari limit terpakai; limit tidak dapat lebih rendah")
	msgCapRange      = messages.Add("cap_range", "The maximum limit must be from %s, the present limit, to %s", "Limit maksimum harus dari %s, limit sekarang, sampai %s")
	msgDays          = messages.Add("days", "Choose at least one weekday, from 1 (Monday) to 127 (every day)", "Pilih paling sedikit satu hari, dari 1 (Senin) sampai 127 (setiap hari)")
	msgDueDays       = messages.Add("due_days", "The due date must be 1 to %d days after the close", "Jatuh tempo harus 1 sampai %d hari setelah penutupan")
	msgExists        = messages.Add("exists", "The client has a settlement already", "Klien sudah punya settlement")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")
	msgEndFirst      = messages.Add("end_first", "The end must not be before the start", "Akhir tidak boleh sebelum awal")
)

var weekdays = map[time.Weekday]language.Message{
	time.Monday:    messages.Add("monday", "Monday", "Senin"),
	time.Tuesday:   messages.Add("tuesday", "Tuesday", "Selasa"),
	time.Wednesday: messages.Add("wednesday", "Wednesday", "Rabu"),
	time.Thursday:  messages.Add("thursday", "Thursday", "Kamis"),
	time.Friday:    messages.Add("friday", "Friday", "Jumat"),
	time.Saturday:  messages.Add("saturday", "Saturday", "Sabtu"),
	time.Sunday:    messages.Add("sunday", "Sunday", "Minggu"),
}

// DayName is the name of a weekday.
func DayName(d time.Weekday) language.Message { return weekdays[d] }
