package reports

import "loket/internal/platform/language"

var messages = language.NewTable("staff_reports")

var (
	msgEndsBefore = messages.Add("ends_before", "The last day lies before the first", "Hari terakhir mendahului hari pertama")
	msgTooLong    = messages.Add("too_long", "At most 366 days at a time", "Paling lama 366 hari sekaligus")
)
