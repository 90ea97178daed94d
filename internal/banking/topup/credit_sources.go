package topup

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"loket/internal/platform/db"
)

// CreditSource is where the money of a credit arrived.
type CreditSource struct {
	Bank      string // name; empty for an account that is none of ours any more
	AccountNo string
	Virtual   bool // the number is a virtual account
}

// CreditSources tells for posting keys of a client's credits where the money arrived. Keys of other postings are left out.
func (s *Service) CreditSources(ctx context.Context, clientID int64, keys []string) (map[string]CreditSource, error) {
	of := make(map[string]CreditSource, len(keys))
	if len(keys) == 0 {
		return of, nil
	}

	var p, q db.Where

	payments, transfers := []string{}, []string{}

	for _, key := range keys {
		payments = append(payments, p.Arg(key))

		if id, err := strconv.ParseInt(strings.TrimPrefix(key, transferPrefix), 10, 64); err == nil {
			transfers = append(transfers, q.Arg(id))
		}
	}

	err := s.readCreditSources(ctx, of, true, `SELECT v.posting_key, b.name, v.account_no FROM va_payments v JOIN banks b ON b.code = v.bank_code
		WHERE v.posting_key IN (`+strings.Join(payments, ", ")+") AND v.client_id = "+p.Arg(clientID), p.Args)
	if err != nil || len(transfers) == 0 {
		return of, err
	}

	return of, s.readCreditSources(ctx, of, false, `SELECT t.posting_key, COALESCE(b.name, ''), t.account_no FROM bank_transfers t
		LEFT JOIN bank_accounts a ON a.id = t.bank_account_id LEFT JOIN banks b ON b.id = a.bank_id
		WHERE t.id IN (`+strings.Join(transfers, ", ")+") AND t.client_id = "+q.Arg(clientID), q.Args)
}

func (s *Service) readCreditSources(ctx context.Context, of map[string]CreditSource, virtual bool, query string, args []any) error {
	rows, err := s.deps.DB.Reader().Query(ctx, query, args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (key string, err error) {
		r := CreditSource{Virtual: virtual}
		err = row.Scan(&key, &r.Bank, &r.AccountNo)
		of[key] = r

		return key, err
	})
	if err != nil {
		return fmt.Errorf("find where money arrived: %w", err)
	}

	return nil
}
