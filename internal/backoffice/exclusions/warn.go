package exclusions

import (
	"context"
	"strings"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

var messages = language.NewTable("exclusions")

var (
	msgRange   = messages.Add("range", "This is %d to %d", "Nilainya %d sampai %d")
	msgSubject = messages.Add("subject", "Switched off since it fails: %s", "Dimatikan karena gagal: %s")
	msgAll     = messages.Add("all", "Supplier %s: %d of %d purchases failed.", "Pemasok %s: %d dari %d pembelian gagal.")
	msgOne     = messages.Add("one", "%s at supplier %s: %d of %d purchases failed.", "%s di pemasok %s: %d dari %d pembelian gagal.")
	msgNext    = messages.Add("next", "Orders go to other suppliers; those that no other one sells fail with their refund. After a pause some orders try it again.",
		"Order dialihkan ke pemasok lain; yang tidak dijual pemasok lain gagal dan dananya dikembalikan. Setelah jeda, sebagian order mencobanya lagi.")
	msgWhere = messages.Add("where", "The page Suppliers shows it. There you can switch it on again, or forbid the system to switch it off.",
		"Halaman Pemasok menampilkannya. Di sana Anda dapat menyalakannya lagi, atau melarang sistem mematikannya.")
)

// warnTx mails the staff who manage suppliers what was switched off; what failed its trial is no news.
func (s *Service) warnTx(ctx context.Context, tx *db.Tx, list []change) error {
	var crossed []change

	for _, c := range list {
		if c.crossed() {
			crossed = append(crossed, c)
		}
	}

	if len(crossed) == 0 {
		return nil
	}

	readers, err := s.deps.Identity.ReadersTx(ctx, tx, clientid.Provider, identity.SupplierManage)
	if err != nil {
		return err
	}

	for _, r := range readers {
		var names, lines []string

		for _, c := range crossed {
			name, line := c.Supplier, msgAll.With(c.Supplier, c.Failed, c.Ended)
			if c.Product != "" {
				name, line = c.Product, msgOne.With(c.Product, c.Supplier, c.Failed, c.Ended)
			}

			names, lines = append(names, name), append(lines, line.In(r.Language))
		}

		m := mail.Message{
			To: r.Address, Language: r.Language, Subject: msgSubject.With(shortened(names)).In(r.Language),
			Paragraphs: append(lines, msgNext.In(r.Language), msgWhere.In(r.Language)),
		}
		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return err
		}
	}

	return nil
}

// mostNamed is how many names the subject of a mail has.
const mostNamed = 3

func shortened(names []string) string {
	if len(names) <= mostNamed {
		return strings.Join(names, ", ")
	}

	return strings.Join(names[:mostNamed], ", ") + " ..."
}
