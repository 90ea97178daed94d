package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"strings"
	text "text/template"

	"loket/internal/platform/language"
)

//go:embed templates/message.txt templates/message.html
var templates embed.FS

// layout is the layout of all messages.
type layout struct {
	text *text.Template
	html *html.Template
	from string
	help string
}

func newLayout(from, help string) (*layout, error) {
	t, err := text.New("message.txt").Option("missingkey=error").ParseFS(templates, "templates/message.txt")
	if err != nil {
		return nil, fmt.Errorf("mail: text layout: %w", err)
	}

	h, err := html.New("message.html").Option("missingkey=error").ParseFS(templates, "templates/message.html")
	if err != nil {
		return nil, fmt.Errorf("mail: HTML layout: %w", err)
	}

	return &layout{text: t, html: h, from: from, help: help}, nil
}

// words are the layout's own texts.
type words struct{ SentTo, NeverAsk, Help, NoClick string }

func wordsOf(l language.Language) words {
	if l == language.Indonesian {
		return words{
			SentTo:   "Pesan ini dikirim oleh Loket kepada",
			NeverAsk: "Loket tidak pernah menanyakan kata sandi atau PIN Anda, baik lewat email, telepon, maupun chat.",
			Help:     "Butuh bantuan? Hubungi",
			NoClick:  "Jika tombol tidak berfungsi, salin alamat ini ke peramban Anda:",
		}
	}

	return words{
		SentTo:   "This message was sent by Loket to",
		NeverAsk: "Loket never asks for your password or PIN, neither by email, by phone, nor in a chat.",
		Help:     "Need help? Write to",
		NoClick:  "If the button does not work, copy this address into your browser:",
	}
}

// view is the input of the templates. Its secrets are readable.
type view struct {
	letter

	Words words
	Name  string
	Help  string
}

// render returns the text and the HTML of a message.
func (l *layout) render(m letter) (plain, page string, err error) {
	v := view{letter: m, Words: wordsOf(m.Language), Name: l.from, Help: l.help}

	var t, h bytes.Buffer

	if err := l.text.Execute(&t, v); err != nil {
		return "", "", fmt.Errorf("mail: text: %w", err)
	}

	if err := l.html.Execute(&h, v); err != nil {
		return "", "", fmt.Errorf("mail: HTML: %w", err)
	}

	return strings.TrimSpace(t.String()) + "\n", h.String(), nil
}
