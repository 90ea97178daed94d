package mail

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// letter is a message as it is encrypted in a job.
type letter struct {
	To         string            `json:"to"`
	Language   language.Language `json:"language"`
	Subject    string            `json:"subject"`
	Paragraphs []string          `json:"paragraphs,omitempty"`
	Facts      []Fact            `json:"facts,omitempty"`
	Code       string            `json:"code,omitempty"`
	Label      string            `json:"label,omitempty"`
	URL        string            `json:"url,omitempty"`
	Notes      []string          `json:"notes,omitempty"`
	Until      time.Time         `json:"until"`
}

func (m *Message) letter() letter {
	l := letter{
		To: m.To, Language: m.Language, Subject: m.Subject, Paragraphs: m.Paragraphs, Facts: m.Facts, Code: m.Code.Reveal(), Notes: m.Notes,
		Until: m.Until,
	}

	if m.Action != nil {
		l.Label, l.URL = m.Action.Label, m.Action.URL.Reveal()
	}

	return l
}

// envelope is what the jobs table holds of a message.
type envelope struct {
	Sealed string `json:"sealed"`
}

// seal encrypts messages that wait in the database.
type seal struct{ aead cipher.AEAD }

const (
	sealPurpose = "loket mail.send v1"
	sealKey     = 32
	minKey      = 32
)

var errSeal = errors.New("can't decrypt a waiting message: its key was changed, or it was altered")

// newSeal derives a key for this purpose only.
func newSeal(key secret.Text) (*seal, error) {
	if len(key) < minKey {
		return nil, fmt.Errorf("%w: the sealing key must have at least %d bytes", errMessage, minKey)
	}

	own, err := hkdf.Key(sha256.New, []byte(key.Reveal()), nil, sealPurpose, sealKey)
	if err != nil {
		return nil, fmt.Errorf("mail: derive a key: %w", err)
	}

	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, fmt.Errorf("mail: make a cipher: %w", err)
	}

	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("mail: make a cipher: %w", err)
	}

	return &seal{aead}, nil
}

func (s *seal) close(l letter) (envelope, error) {
	plain, err := json.Marshal(l)
	if err != nil {
		return envelope{}, fmt.Errorf("mail: write a message: %w", err)
	}

	sealed := s.aead.Seal(nil, nil, plain, []byte(sealPurpose)) //nolint:gosec // makes a random nonce of its own

	return envelope{base64.StdEncoding.EncodeToString(sealed)}, nil
}

func (s *seal) open(e envelope) (letter, error) {
	sealed, err := base64.StdEncoding.DecodeString(e.Sealed)
	if err != nil {
		return letter{}, fmt.Errorf("%w: %w", errSeal, err)
	}

	plain, err := s.aead.Open(nil, nil, sealed, []byte(sealPurpose))
	if err != nil {
		return letter{}, errSeal
	}

	var l letter
	if err := json.Unmarshal(plain, &l); err != nil {
		return letter{}, errSeal
	}

	return l, nil
}
