package announcement

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

const (
	// MaxTitle is the longest title, in characters.
	MaxTitle = 100
	// MaxText is the longest text, in characters.
	MaxText = 1000
	// MaxClients is how many clients staff choose.
	MaxClients = 200

	// longestPlan is how far ahead an announcement begins, longest how long it is shown.
	longestPlan = 90 * 24 * time.Hour
	longest     = 60 * 24 * time.Hour
	// mostOpen is how many announcements are shown or planned at a time.
	mostOpen = 50
)

var messages = language.NewTable("announcement")

var (
	msgTitle   = messages.Add("title", "A title has 1 to %d characters in one line", "Judul terdiri dari 1 sampai %d karakter dalam satu baris")
	msgText    = messages.Add("text", "A text has 1 to %d characters", "Teks terdiri dari 1 sampai %d karakter")
	msgFrom    = messages.Add("from", "A time within 90 days, not in the past", "Waktu dalam 90 hari ke depan, bukan masa lalu")
	msgUntil   = messages.Add("until", "The end must be after the begin, by at most 60 days", "Akhir harus setelah awal, paling lama 60 hari")
	msgClients = messages.Add("clients", "Choose 1 to %d clients that exist", "Pilih 1 sampai %d klien yang ada")
	msgMost    = messages.Add("most", "%d announcements are shown or planned: end one first", "Ada %d pengumuman yang tampil atau direncanakan: akhiri satu dahulu")
)

// Input is a new announcement.
type Input struct {
	English, Indonesian Text
	From                time.Time // zero: now
	Until               time.Time
	Everyone            bool
	Clients             []int64 // else to these
	Mail                bool    // mail the root users when it begins
}

// check tidies the input, and refuses what can't be shown.
func (in *Input) check(now time.Time) error {
	fields := []fault.Field{}
	refuse := func(wrong bool, field string, m language.Message) {
		if wrong {
			fields = append(fields, fault.Field{Field: field, Message: m})
		}
	}

	for suffix, text := range map[string]*Text{"": &in.English, "Id": &in.Indonesian} {
		text.Title, text.Text = strings.TrimSpace(text.Title), strings.TrimSpace(text.Text)

		refuse(!fits(text.Title, MaxTitle, ""), "title"+suffix, msgTitle.With(MaxTitle))
		refuse(!fits(text.Text, MaxText, "\n"), "text"+suffix, msgText.With(MaxText))
	}

	refuse(!in.From.IsZero() && (in.From.Before(now) || in.From.After(now.Add(longestPlan))), "from", msgFrom)

	if in.From.IsZero() {
		in.From = now
	}

	refuse(!in.Until.After(in.From) || in.Until.After(in.From.Add(longest)), "until", msgUntil)

	slices.Sort(in.Clients)
	in.Clients = slices.Compact(in.Clients)
	refuse(!in.Everyone && (len(in.Clients) == 0 || len(in.Clients) > MaxClients), "clientIds", msgClients.With(MaxClients))

	if len(fields) == 0 {
		return nil
	}

	slices.SortFunc(fields, func(a, b fault.Field) int { return strings.Compare(a.Field, b.Field) })

	return fault.ErrValidation.With(fields...)
}

// fits reports whether a text has 1 to longest characters, none of them a control character but those allowed.
func fits(text string, longest int, allowed string) bool {
	n := utf8.RuneCountInString(text)

	return utf8.ValidString(text) && n > 0 && n <= longest &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune(allowed, r) })
}
