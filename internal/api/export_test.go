package api

import "time"

// The two ways to decode a self-validating body, for the test that compares them.

func DecodeSelfValidating(data []byte, into SelfValidatingBody) bool {
	return decodeSelfValidating(data, into)
}

func (a *API) DecodeLikeHuma(data []byte, into SelfValidatingBody) error {
	return a.bodies.decodeLikeHuma(data, into)
}

// SetNow sets the clock of a certificate.
func (c *Certificate) SetNow(now func() time.Time) { c.now = now }
