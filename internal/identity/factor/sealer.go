package factor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"loket/internal/platform/secret"
)

// Ciphertext is a secret as it is stored.
type Ciphertext struct {
	KeyID string // of the key that opens it
	Text  string
}

// Sealer encrypts the secrets of authenticator apps with a key that is not in the database.
type Sealer struct {
	first string
	keys  map[string]cipher.AEAD
}

const (
	sealPurpose = "loket second factors v1"
	sealKey     = 32
)

var errSealed = errors.New("can't decrypt the secret of a second factor: its key is missing, or it was altered")

// NewSealer derives its keys from masters for this purpose only. The first one encrypts, and all decrypt.
func NewSealer(masters ...secret.Text) (*Sealer, error) {
	s := &Sealer{keys: map[string]cipher.AEAD{}}

	for i, master := range masters {
		if len(master) < secret.MinKey {
			return nil, fmt.Errorf("a key of second factors must have at least %d bytes", secret.MinKey)
		}

		own, err := hkdf.Key(sha256.New, []byte(master.Reveal()), nil, sealPurpose, sealKey)
		if err != nil {
			return nil, fmt.Errorf("derive a key of second factors: %w", err)
		}

		block, err := aes.NewCipher(own)
		if err != nil {
			return nil, fmt.Errorf("make a cipher: %w", err)
		}

		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, fmt.Errorf("make a cipher: %w", err)
		}

		id := secret.KeyID(own)
		if s.keys[id] = aead; i == 0 {
			s.first = id
		}
	}

	if s.first == "" {
		return nil, errors.New("no key of second factors")
	}

	return s, nil
}

// Seal encrypts a secret for one place, which names its row. It can't be opened in another row.
func (s *Sealer) Seal(plain []byte, place string) Ciphertext {
	sealed := s.keys[s.first].Seal(nil, nil, plain, []byte(sealPurpose+" "+place)) //nolint:gosec // makes a random nonce of its own

	return Ciphertext{KeyID: s.first, Text: base64.StdEncoding.EncodeToString(sealed)}
}

// KeyID is the id of the key that encrypts.
func (s *Sealer) KeyID() string { return s.first }

// Open decrypts what was sealed for the place.
func (s *Sealer) Open(sealed Ciphertext, place string) ([]byte, error) {
	aead, known := s.keys[sealed.KeyID]
	raw, err := base64.StdEncoding.DecodeString(sealed.Text)

	if !known || err != nil {
		return nil, errSealed
	}

	plain, err := aead.Open(nil, nil, raw, []byte(sealPurpose+" "+place))
	if err != nil {
		return nil, errSealed
	}

	return plain, nil
}
