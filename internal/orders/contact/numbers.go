package contact

import (
	"context"
	"fmt"
	"strings"

	"loket/internal/platform/db"
)

// mostNamed bounds the contacts of a search by name.
const mostNamed = 10_000

// NumbersOf returns the numbers of the active contacts whose name contains a text, in capitals and without blanks: as they are stored, and
// in the form in which numbers are compared.
func (s *Service) NumbersOf(ctx context.Context, clientID int64, name string) ([]string, error) {
	out := []string{}

	var w db.Where
	w.Add("client_id = ", clientID)
	w.Condition("active AND match_no <> ''")
	w.Condition(w.Containing("LOWER(name)", name))

	err := s.deps.DB.Read(ctx, "SELECT match_no, destination_no FROM contacts WHERE "+w.Text()+" LIMIT "+w.Arg(mostNamed), w.Args,
		func(row db.Row) error {
			var compared, stored db.Text

			err := row.Scan(&compared, &stored)

			for _, no := range []db.Text{compared, stored} {
				out = append(out, strings.ToUpper(strings.ReplaceAll(string(no), " ", "")))
			}

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("find contacts of client %d: %w", clientID, err)
	}

	return out, nil
}
