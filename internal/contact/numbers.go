package contact

import (
	"context"
	"fmt"
	"strings"

	"loket/internal/platform/db"
)

// mostNamed bounds the contacts of a search by name.
const mostNamed = 10_000

// NumbersOf returns the numbers of the active contacts whose name contains a text, in the form in which numbers are compared.
func (s *Service) NumbersOf(ctx context.Context, clientID int64, name string) ([]string, error) {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(strings.ToLower(name)) + "%"
	out := []string{}

	err := s.DB.Read(ctx, `SELECT match_no FROM contacts WHERE client_id = $1 AND active AND LOWER(name) LIKE $2 ESCAPE '\' AND match_no <> '' LIMIT $3`,
		[]any{clientID, pattern, mostNamed}, func(row db.Row) error {
			var no db.Text

			err := row.Scan(&no)
			out = append(out, string(no))

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("find contacts of client %d: %w", clientID, err)
	}

	return out, nil
}
