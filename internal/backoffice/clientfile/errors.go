package clientfile

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

var messages = language.NewTable("clientfile")

var (
	msgOpen      = messages.Add("open", "Something about this client is still open: confirm that you read it", "Masih ada yang terbuka pada klien ini: konfirmasikan bahwa Anda sudah membacanya")
	msgClosed    = messages.Add("closed", "This client is closed already", "Klien ini sudah ditutup")
	msgNotClosed = messages.Add("not_closed", "This client is not closed", "Klien ini tidak ditutup")
)

// The errors of this package. Only staff see them.
var (
	ErrOpen = fault.Definition{
		Kind: fault.Conflict, Code: "ClientOpenError", Message: msgOpen,
		Cause: "Orders, balances, invoices, scheduled orders or requests of the client to close are not finished. Only staff see this error.",
		Mend:  "Read what is open, and close with `confirmed`.",
	}
	ErrClosed = fault.Definition{
		Kind: fault.Conflict, Code: "ClientClosedError", Message: msgClosed,
		Cause: "The client to close was closed before. Only staff see this error.",
		Mend:  "Look the client up again.",
	}
	ErrNotClosed = fault.Definition{
		Kind: fault.Conflict, Code: "ClientNotClosedError", Message: msgNotClosed,
		Cause: "The client to reopen is active. Only staff see this error.",
		Mend:  "Look the client up again.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrOpen, ErrClosed, ErrNotClosed} }
