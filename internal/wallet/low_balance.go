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
	typ                Type
	balance, threshold money.Rupiah
}

// message speaks both languages: nobody asked for it, so nobody's language is
// known.
func (l lowBalance) message(screen string) mail.Message {
	name := l.typ.Label()

	return mail.Message{
		To: l.to, Language: language.Indonesian, Subject: "Saldo " + name + " di bawah batas / balance below the threshold",
		Paragraphs: []string{
			"Saldo dompet " + name + " Anda turun di bawah batas yang Anda tetapkan. Isi saldo agar order tetap berjalan.",
			"The balance of your " + name + " deposit fell below the threshold that you set. Top it up so that orders go on.",
		},
		Facts: []mail.Fact{
			{Name: "Deposit", Value: name},
			{Name: "Saldo / Balance", Value: l.balance.String()},
			{Name: "Batas / Threshold", Value: l.threshold.String()},
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
