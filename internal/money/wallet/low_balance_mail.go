package wallet

import (
	"strings"

	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// lowBalance is what the message tells.
type lowBalance struct {
	to                 string
	language           language.Language // the client's
	typ                Type
	balance, threshold money.Rupiah
}

func (l lowBalance) message(screen string) mail.Message {
	name := l.typ.Label()
	pick := l.language.Pick

	return mail.Message{
		To: l.to, Language: l.language, Subject: pick("Balance of "+name+" below the threshold", "Saldo "+name+" di bawah ambang batas"),
		Paragraphs: []string{pick(
			"The balance of your "+name+" deposit fell below the threshold that you set. Top it up so that orders go on.",
			"Saldo dompet "+name+" Anda turun di bawah ambang batas yang Anda tetapkan. Isi saldo agar order tetap berjalan.",
		)},
		Facts: []mail.Fact{
			{Name: "Deposit", Value: name},
			{Name: pick("Balance", "Saldo"), Value: l.balance.String()},
			{Name: pick("Threshold", "Ambang batas"), Value: l.threshold.String()},
		},
		Action: &mail.Action{Label: "Deposit", URL: secret.Text(screen)},
	}
}

// Label is how people read the type: Level 1, Marketplace.
func (t Type) Label() string {
	text := strings.ReplaceAll(string(t), "_", " ")
	if text == "" {
		return ""
	}

	return strings.ToUpper(text[:1]) + text[1:]
}
