package clientapi

import "loket/internal/platform/language"

var messages = language.NewTable("clientapi")

var msgOrderID = messages.Add("order_id", "is not an order id", "bukan ID order")
