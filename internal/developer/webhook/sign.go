package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/secret"
)

// The headers of Standard Webhooks 1.0.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// secretPrefix stands before the base64 of the key.
const secretPrefix = "whsec_"

// secretOf makes the secret of an endpoint from a salt. So the database has no secrets, and without the salt a secret is gone.
func secretOf(key secret.Text, clientID, endpointID int64, salt string) secret.Text {
	sum := secret.HMAC([]byte(key.Reveal()), fmt.Sprintf("webhook of client %d, endpoint %d, %s", clientID, endpointID, salt))

	return secret.Text(secretPrefix + base64.StdEncoding.EncodeToString(sum))
}

// Sign is the header webhook-signature of a body that is sent at a moment: one signature for each secret, with a blank between. It is over the
// bytes that are sent, and over the moment of this sending.
func Sign(secrets []secret.Text, id string, at time.Time, body []byte) (string, error) {
	list := make([]string, len(secrets))

	for i, s := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(s.Reveal(), secretPrefix))
		if err != nil {
			return "", fmt.Errorf("a secret of an endpoint: %w", err)
		}

		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		list[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}

	return strings.Join(list, " "), nil
}
