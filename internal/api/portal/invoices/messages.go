package invoices

import "loket/internal/platform/language"

var messages = language.NewTable("portal/invoices")

var msgTwice = messages.Add("twice", "was given more than once", "diberikan lebih dari sekali")
