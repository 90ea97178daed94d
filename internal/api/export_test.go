package api

// The two ways to decode a self-validating body, for the test that compares them.

func DecodeSelfValidating(data []byte, into SelfValidatingBody) bool {
	return decodeSelfValidating(data, into)
}

func (a *API) DecodeLikeHuma(data []byte, into SelfValidatingBody) error {
	return a.selfValidating.decodeLikeHuma(data, into)
}
