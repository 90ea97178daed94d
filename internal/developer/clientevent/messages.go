package clientevent

import "loket/internal/platform/language"

var messages = language.NewTable("clientevent")

var (
	msgCursor = messages.Add("cursor", "is not a cursor that this server gave: leave it out to begin with the oldest event",
		"bukan kursor dari server ini: kosongkan untuk mulai dari peristiwa tertua")
	msgChangedFrom = messages.Add("changed_from", "must be within the last 35 days", "harus dalam 35 hari terakhir")
	msgType        = messages.Add("type", "%s is no type of event", "%s bukan jenis peristiwa")
)
