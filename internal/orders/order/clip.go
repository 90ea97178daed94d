package order

// maxMessage is the stored length of a supplier's message in bytes.
const maxMessage = 500

// ClipMessage cuts a text of a supplier or of staff to its stored length, between characters.
func ClipMessage(text string) string {
	if len(text) <= maxMessage {
		return text
	}

	cut := maxMessage
	for cut > 0 && text[cut]&0xC0 == 0x80 { // not inside a UTF-8 character
		cut--
	}

	return text[:cut]
}
