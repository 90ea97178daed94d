package identity

import (
	"context"
	"database/sql"

	"loket/internal/identity/factor"
	"loket/internal/platform/db"
)

// resealPortion is how many secrets are read at a time.
const resealPortion = 200

// ResealReport is what became of the secrets of authenticator apps: encrypted anew, and those whose key is missing.
type ResealReport struct{ Done, Unreadable int }

// sealedApp is an authenticator app with its encrypted secret.
type sealedApp struct {
	id           string
	client, user int64
	sealed       factor.Ciphertext
}

// ResealApps encrypts the secrets of authenticator apps with the present key, each in a transaction of its own, while the program serves.
// Repeating it does the rest. Afterwards the key before may go, if none was unreadable.
func (s *Service) ResealApps(ctx context.Context) (ResealReport, error) {
	var out ResealReport

	for after := ""; ; {
		list, err := s.sealedElsewhere(ctx, after)
		if err != nil || len(list) == 0 {
			return out, err
		}

		for i := range list {
			a := &list[i]
			after = a.id

			plain, err := s.sealer.Open(a.sealed, appPlace(a.client, a.user, a.id))
			if err != nil {
				out.Unreadable++

				continue
			}

			sealed := s.sealer.Seal(plain, appPlace(a.client, a.user, a.id))

			err = s.db.Tx(ctx, func(tx *db.Tx) error {
				n, err := tx.Exec(ctx, `UPDATE authenticator_apps SET secret = $1, key_id = $2 WHERE client_id = $3 AND id = $4 AND key_id = $5`,
					sealed.Text, sealed.KeyID, a.client, a.id, a.sealed.KeyID)
				out.Done += int(n)

				return err
			})
			if err != nil {
				return out, wrap(err, "encrypt a secret anew")
			}
		}
	}
}

// sealedElsewhere returns apps whose secrets another key encrypts than the present one, by id.
func (s *Service) sealedElsewhere(ctx context.Context, after string) ([]sealedApp, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT id, client_id, user_id, secret, key_id FROM authenticator_apps
		WHERE key_id <> $1 AND id > $2 ORDER BY id LIMIT $3`, s.sealer.KeyID(), after, resealPortion)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (a sealedApp, err error) {
		err = row.Scan(&a.id, &a.client, &a.user, &a.sealed.Text, &a.sealed.KeyID)

		return a, err
	})

	return list, wrap(err, "read secrets of another key")
}
