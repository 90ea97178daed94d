package identity

import (
	"strings"

	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// keyNews is what became of a key.
type keyNews int

const (
	keyMade keyNews = iota + 1
	keyChanged
	keyRolled
	keyDeleted
)

func (s *Service) noticeKey(by Self, u User, k *APIKey, what keyNews) mail.Message {
	l := by.Language

	var m mail.Message

	switch what {
	case keyMade:
		m = mailKeyMade(l, k)
	case keyChanged:
		m = message(l, l.Pick("An API key was changed", "Kunci API telah diubah"),
			l.Pick("Somebody of your company changed what an API key may do, or from where. It holds from now on.",
				"Seseorang dari perusahaan Anda mengubah hak sebuah kunci API, atau dari mana kunci itu dipakai. Perubahan langsung berlaku."))
	case keyRolled:
		m = message(l, l.Pick("An API key was replaced", "Kunci API telah diganti"),
			l.Pick("A new API key of your company replaces another one, with the same rights.",
				"Sebuah kunci API baru perusahaan Anda menggantikan kunci lain, dengan hak yang sama."))
	case keyDeleted:
		m = message(l, l.Pick("An API key was deleted", "Kunci API telah dihapus"),
			l.Pick("An API key of your company was deleted. Programs that still use it are refused from now on.",
				"Sebuah kunci API perusahaan Anda telah dihapus. Program yang masih menggunakannya kini ditolak."))
	}

	list := append(facts(l, u), mail.Fact{Name: l.Pick("API key", "Kunci API"), Value: strings.TrimSpace(k.Name + " " + k.Masked())})

	if what != keyDeleted {
		list = append(list, keyFacts(l, k)...)
	}

	m.Facts = s.appendOrigin(by, list)
	m.Notes = []string{notYou(l)}

	return m
}

func mailKeyMade(l language.Language, k *APIKey) mail.Message {
	text := l.Pick("A new API key of your company was made. It acts on your wallets and orders as far as it says below.",
		"Sebuah kunci API baru perusahaan Anda telah dibuat. Kunci ini bertindak atas dompet dan order Anda sesuai haknya di bawah.")

	if k.IsTest() {
		text = l.Pick("A new API key of your company's sandbox was made. It reaches no real money and no real order.",
			"Sebuah kunci API baru untuk sandbox perusahaan Anda telah dibuat. Kunci ini tidak menyentuh uang atau order yang nyata.")
	}

	return message(l, l.Pick("An API key was made", "Kunci API telah dibuat"), text)
}

// keyFacts are what a key may do and from where.
func keyFacts(l language.Language, k *APIKey) []mail.Fact {
	may := l.Pick("everything", "semuanya")
	if k.Scopes != AllScopes() {
		may = strings.Join(k.Scopes.Strings(), ", ")
	}

	from := l.Pick("any address", "alamat mana pun")
	if len(k.Addresses) > 0 {
		from = strings.Join(k.ShowAddresses(), ", ")
	}

	return []mail.Fact{
		{Name: l.Pick("May do", "Boleh"), Value: may},
		{Name: l.Pick("May be used from", "Boleh dipakai dari"), Value: from},
	}
}
