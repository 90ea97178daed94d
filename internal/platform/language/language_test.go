package language_test

import (
	"testing"

	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

func TestFromHeader(t *testing.T) {
	t.Parallel()

	for header, want := range map[string]language.Language{
		"": language.English, "id": language.Indonesian, "id-ID,id;q=0.9,en;q=0.8": language.Indonesian, "en-US,id": language.English,
		"fr, in;q=0.4": language.Indonesian, "fr": language.English, "ID": language.Indonesian,
	} {
		if got := language.FromHeader(header); got != want {
			t.Errorf("%q: %s", header, got)
		}
	}
}

func TestMessageInBothLanguages(t *testing.T) {
	t.Parallel()

	table := language.NewTable("test")
	plain := table.Add("plain", "Not found", "Tidak ditemukan")
	between := table.Add("between", "must be from %s to %s", "harus dari %s sampai %s")
	outer := table.Add("outer", "%d times: %s", "%d kali: %s")

	for name, c := range map[string]struct {
		message             language.Message
		code                string
		english, indonesian string
	}{
		"without parameters": {plain, "plain", "Not found", "Tidak ditemukan"},
		"amounts": {
			between.With(money.Rupiah(0), money.Rupiah(1_000_000)), "between",
			"must be from Rp 0 to Rp 1.000.000", "harus dari Rp 0 sampai Rp 1.000.000",
		},
		"a message in a message": {outer.With(2, plain), "outer", "2 times: Not found", "2 kali: Tidak ditemukan"},
		"a verb in a parameter":  {between.With("%d", "100%"), "between", "must be from %d to 100%", "harus dari %d sampai 100%"},
		"a person's words":       {language.Literal("5% off"), "", "5% off", "5% off"},
		"none":                   {language.Message{}, "", "", ""},
	} {
		if got := c.message.In(language.English); got != c.english || c.message.String() != c.english || c.message.In("") != c.english {
			t.Errorf("%s: %q", name, got)
		}

		if got := c.message.In(language.Indonesian); got != c.indonesian {
			t.Errorf("%s: %q", name, got)
		}

		if got := c.message.Code(); got != c.code {
			t.Errorf("%s: code %q", name, got)
		}
	}

	if found, known := table.Find("plain"); !known || found.In(language.Indonesian) != "Tidak ditemukan" {
		t.Errorf("found %q, %v", found, known)
	}

	if _, known := table.Find("absent"); known {
		t.Error("found a code that the table does not have")
	}
}

// TestFaultyTextsStopTheProgram proves that a table panics on texts that differ in their
// parameters. Tables are package variables, so the program doesn't start.
func TestFaultyTextsStopTheProgram(t *testing.T) {
	t.Parallel()

	for name, add := range map[string]func(*language.Table){
		"code in use":                       func(t *language.Table) { t.Add("taken", "a", "b") },
		"no code":                           func(t *language.Table) { t.Add("", "a", "b") },
		"no English":                        func(t *language.Table) { t.Add("new", "", "b") },
		"no Indonesian":                     func(t *language.Table) { t.Add("new", "a", "") },
		"parameter missing":                 func(t *language.Table) { t.Add("new", "at most %s", "maksimal") },
		"a doubled sign without parameters": func(t *language.Table) { t.Add("new", "at most 100%%.", "maksimal 100%%.") },
		"another verb":                      func(t *language.Table) { t.Add("new", "at most %s", "maksimal %d") },
		"parameters swapped":                func(t *language.Table) { t.Add("new", "%d of %s", "%s dari %d") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			table := language.NewTable("test")
			table.Add("taken", "a %s", "b %s")

			defer func() {
				if recover() == nil {
					t.Error("the text was taken")
				}
			}()

			add(table)
		})
	}
}
