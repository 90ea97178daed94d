package texth2h

import (
	"strings"
	"testing"
	"unicode/utf8"

	"loket/internal/supplier"
)

// FuzzReply proves that no text causes a panic, a success without our reference, number and product, or a failure that another word denies.
func FuzzReply(f *testing.F) {
	settings, err := Example("otomax")
	if err != nil {
		f.Fatal(err)
	}

	for _, t := range settings.Tests {
		f.Add(t.When == whenFirst, t.Reply)
	}

	f.Add(false, "status=20&message=R#LK240001 S10.081298765432 SUKSES. SN: \x00\xff. Saldo 1&status=40")
	f.Add(false, "message=R#LK240001 S10.081298\x0e765432 SUKSES. SN:0001. sAldo 0")
	f.Add(true, "<html>R#LK240001 S10.081298765432 SUKSES. SN: 1234. Saldo 1")

	rules, err := compileRules(settings.Rules)
	if err != nil {
		f.Fatal(err)
	}

	c := &Client{settings: settings, judge: judge{rules: rules, words: compileWords(settings.Words), confirmAfter: DefaultConfirmAfter, notFoundAfter: DefaultNotFoundAfter}}

	f.Fuzz(func(t *testing.T, first bool, reply string) {
		got := c.judged(&settings.Reply, []byte(reply), question{ref: "LK240001", sku: "S10", dest: "081298765432", first: first})
		text := spoken(reply)

		switch got.Outcome {
		case supplier.Success:
			for _, part := range []string{"lk240001", "s10", "81298765432", "sukses"} {
				if !strings.Contains(text, part) {
					t.Fatalf("success without %s: %q", part, reply)
				}
			}

			if len(got.SerialNumber) < minSerial {
				t.Fatalf("success with %q: %q", got.SerialNumber, reply)
			}
		case supplier.FailedCreated:
			if !strings.Contains(text, "lk240001") && !strings.Contains(text, "81298765432") {
				t.Fatalf("failure of something else: %q", reply)
			}
		case supplier.FailedNotCreated:
			if !first {
				t.Fatalf("not created by a query: %q", reply)
			}
		case supplier.Pending, supplier.Unknown:
		}

		for _, stored := range []string{got.Code, got.Message, got.SerialNumber} {
			if !utf8.ValidString(stored) || strings.ContainsRune(stored, 0) || utf8.RuneCountInString(stored) > maxMessage {
				t.Fatalf("a text that can't be stored: %q", stored)
			}
		}
	})
}

// spoken is all that a reply can say, read as loosely as the code may read it: without signs inside numbers, in one case.
func spoken(reply string) string {
	var text strings.Builder

	for part := range strings.SplitSeq(reply, "&") { // each value is escaped, or not, for itself
		text.WriteString(unescape(part))
		text.WriteByte('&')
	}

	return strings.ToLower(strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(text.String())))
}
