package mailbox

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

const (
	maxDepth = 5       // of parts within parts
	maxParts = 50      // of one mail
	maxPart  = 2 << 20 // bytes of text that are kept
)

// Parse reads a whole mail. recipients are those of the envelope, which alone
// say where a mail went: a header can say anything.
func Parse(raw []byte, recipients []string, at time.Time) (Mail, error) {
	read, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Mail{}, fmt.Errorf("mail: %w", err)
	}

	made := Mail{To: strings.Join(recipients, ", "), Subject: decodeHeader(read.Header.Get("Subject")), At: at}
	reader := partReader{mail: &made}
	reader.part(read.Header.Get("Content-Type"), read.Header.Get("Content-Transfer-Encoding"), read.Body, 0)

	return made, nil
}

func decodeHeader(value string) string {
	decoded, err := new(mime.WordDecoder).DecodeHeader(value)
	if err != nil {
		return value // better the raw text than nothing
	}

	return decoded
}

type partReader struct {
	mail  *Mail
	parts int
}

// part keeps the first text and the first page of a mail and goes through the rest.
func (p *partReader) part(contentType, encoding string, body io.Reader, depth int) {
	p.parts++
	if depth > maxDepth || p.parts > maxParts {
		return
	}

	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, params = "text/plain", map[string]string{}
	}

	if strings.HasPrefix(kind, "multipart/") {
		p.multipart(multipart.NewReader(body, params["boundary"]), depth)

		return
	}

	target := &p.mail.Text
	if kind == "text/html" {
		target = &p.mail.HTML
	}

	if *target != "" || !strings.HasPrefix(kind, "text/") {
		return
	}

	content, err := io.ReadAll(io.LimitReader(decodeBody(encoding, body), maxPart))
	if err != nil && len(content) == 0 {
		return
	}

	*target = toText(content, params["charset"])
}

func (p *partReader) multipart(reader *multipart.Reader, depth int) {
	for p.parts <= maxParts {
		part, err := reader.NextRawPart()
		if err != nil {
			return // the end, or a broken mail: what was read is shown
		}

		if strings.HasPrefix(part.Header.Get("Content-Disposition"), "attachment") {
			p.parts++

			continue
		}

		p.part(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part, depth+1)
	}
}

func decodeBody(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	default:
		return body
	}
}

func toText(content []byte, charset string) string {
	text := string(content)

	if charset := strings.ToLower(charset); charset == "iso-8859-1" || charset == "windows-1252" {
		runes := make([]rune, len(content))
		for i, b := range content {
			runes[i] = rune(b)
		}

		text = string(runes)
	}

	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
}
