package watch

import "loket/internal/platform/language"

var messages = language.NewTable("pricewatch")

var msgTooMany = messages.Add("too_many", "At most %d products can be watched", "Maksimal %d produk dapat dipantau")

// Texts are the texts that clients may see.
func Texts() []*language.Table { return []*language.Table{messages} }
