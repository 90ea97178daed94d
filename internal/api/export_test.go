package api

// The two ways a quick body is read, for the test that compares them.

func DecodeQuickly(data []byte, into QuickBody) bool { return decodeQuickly(data, into) }

func (a *API) DecodeWithCare(data []byte, into QuickBody) error {
	return a.quick.decodeWithCare(data, into)
}
