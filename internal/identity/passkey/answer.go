package passkey

import (
	"encoding/base64"

	"github.com/go-webauthn/webauthn/protocol"
)

// Answer is what a browser answered to AskToSign or AskAnybodyToSign. It is not checked yet.
type Answer struct {
	Challenge string // of the question
	KeyID     string // of the passkey
	parsed    *protocol.ParsedCredentialAssertionData
}

// NewAnswer is what a browser answered to AskToMake. It is not checked yet.
type NewAnswer struct {
	Challenge string
	parsed    *protocol.ParsedCredentialCreationData
}

// ReadAnswer reads the JSON form of a signature.
func ReadAnswer(text []byte) (Answer, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return Answer{}, refusal("read a signature", err)
	}

	return Answer{
		Challenge: parsed.Response.CollectedClientData.Challenge,
		KeyID:     base64.RawURLEncoding.EncodeToString(parsed.RawID), parsed: parsed,
	}, nil
}

// ReadNewAnswer reads the JSON form of a new passkey.
func ReadNewAnswer(text []byte) (NewAnswer, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(text)
	if err != nil {
		return NewAnswer{}, refusal("read a passkey", err)
	}

	return NewAnswer{Challenge: parsed.Response.CollectedClientData.Challenge, parsed: parsed}, nil
}
