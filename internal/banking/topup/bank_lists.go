package topup

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// The states of our bank accounts and payment channels.
const (
	statusActive   = "active"
	statusProblem  = "problem" // takes nothing new; what comes is still credited
	statusInactive = "inactive"
)

// Bank is a bank as screens show it.
type Bank struct {
	ID           int64
	Code         string // BBCA
	ShortCode    string // bca
	Name         string
	TransferCode string // 014
	Logo         string // empty: none
	Note         string
}

const bankColumns = "b.id, b.code, b.short_code, b.name, b.transfer_code, b.logo, b.note_en, b.note_id"

// bankRow holds the columns of a bank while they are read.
type bankRow struct {
	Bank

	english, indonesian string
}

func (b *bankRow) into() []any {
	return []any{&b.ID, &b.Code, &b.ShortCode, &b.Name, &b.TransferCode, &b.Logo, &b.english, &b.indonesian}
}

func (b *bankRow) bank(l language.Language) Bank {
	b.Note = l.Pick(b.english, b.indonesian)

	return b.Bank
}

// Banks returns all banks, sorted by name. Those without payments come with tutorials alone.
func (s *Service) Banks(ctx context.Context, l language.Language) ([]Bank, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+bankColumns+" FROM banks b ORDER BY lower(b.name), b.id")

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Bank, error) {
		var b bankRow

		err := row.Scan(b.into()...)

		return b.bank(l), err
	})
	if err != nil {
		return nil, fmt.Errorf("list banks: %w", err)
	}

	return list, nil
}

// Channel is the way to pay into virtual accounts at one bank.
type Channel struct {
	ID      int64
	Bank    Bank
	Prefix  string // company code, the first digits of every number
	Status  string // active, problem; staff also see inactive
	Minimum money.Rupiah
	Fee     money.Rupiah
}

// VirtualAccount is the number of one wallet at one bank.
type VirtualAccount struct {
	ID         int64
	WalletID   int64
	WalletType wallet.Type
	AccountNo  string
	Channel    Channel
}

const channelColumns = "c.id, c.prefix, c.status, c.minimum_topup, c.fee, " + bankColumns

func (c *Channel) into() []any { return []any{&c.ID, &c.Prefix, &c.Status, &c.Minimum, &c.Fee} }

// Channels returns the payment channels that are not switched off, sorted by the bank's name.
func (s *Service) Channels(ctx context.Context, l language.Language) ([]Channel, error) {
	return s.channels(ctx, l, "WHERE c.status <> 'inactive'")
}

// AllChannels returns the payment channels for staff.
func (s *Service) AllChannels(ctx context.Context) ([]Channel, error) {
	return s.channels(ctx, language.English, "")
}

func (s *Service) channels(ctx context.Context, l language.Language, where string) ([]Channel, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+channelColumns+` FROM payment_channels c JOIN banks b ON b.id = c.bank_id
		`+where+` ORDER BY lower(b.name), c.id`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Channel, error) {
		var (
			c Channel
			b bankRow
		)

		err := row.Scan(append(c.into(), b.into()...)...)
		c.Bank = b.bank(l)

		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("list payment channels: %w", err)
	}

	return list, nil
}

// VirtualAccounts returns the numbers of a client's wallets, sorted by the bank's name.
func (s *Service) VirtualAccounts(ctx context.Context, clientID int64, l language.Language) ([]VirtualAccount, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT v.id, v.wallet_id, v.wallet_type, v.account_no, "+channelColumns+`
		FROM virtual_accounts v JOIN payment_channels c ON c.id = v.channel_id JOIN banks b ON b.id = c.bank_id
		WHERE v.client_id = $1 AND v.active AND c.status <> 'inactive' ORDER BY lower(b.name), v.wallet_id`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (VirtualAccount, error) {
		var (
			v VirtualAccount
			b bankRow
		)

		columns := append([]any{&v.ID, &v.WalletID, &v.WalletType, &v.AccountNo}, v.Channel.into()...)
		err := row.Scan(append(columns, b.into()...)...)
		v.Channel.Bank = b.bank(l)

		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list virtual accounts: %w", err)
	}

	return list, nil
}

// Settings are what screens need to know before a bank transfer.
type Settings struct {
	Active    bool     // for clients that have the feature
	Banks     []string // upper-case short codes: BCA
	InProblem []string // those of them that take no transfer now
	Maximum   money.Rupiah
}

// Settings returns the banks that take unique amounts, sorted by code.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	out := Settings{Active: !s.opt.Off, Banks: []string{}, InProblem: []string{}, Maximum: s.opt.Maximum}

	type state struct {
		code   string
		active int64
	}

	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT b.short_code, SUM(CASE a.status WHEN 'active' THEN 1 ELSE 0 END)
		FROM bank_accounts a JOIN banks b ON b.id = a.bank_id WHERE a.status <> 'inactive' GROUP BY b.short_code ORDER BY b.short_code`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (b state, err error) { return b, row.Scan(&b.code, &b.active) })
	if err != nil {
		return Settings{}, fmt.Errorf("list banks for transfers: %w", err)
	}

	for _, b := range list {
		code := strings.ToUpper(b.code)
		out.Banks = append(out.Banks, code)

		if b.active == 0 {
			out.InProblem = append(out.InProblem, code)
		}
	}

	return out, nil
}

// OpenAccounts gives every wallet a number at each payment channel that is not switched off. It may run at any time on
// any node. It returns how many were made.
func (s *Service) OpenAccounts(ctx context.Context) (int, error) {
	return OpenAccounts(ctx, s.deps.DB, s.deps.Clock.Now())
}

// maxOpened is the most numbers of one run; the next run goes on.
const maxOpened = 5000

// OpenAccounts is Service.OpenAccounts for those who have no service.
func OpenAccounts(ctx context.Context, d *db.DB, now time.Time) (int, error) {
	list, err := missingNumbers(ctx, d.Reader())
	if err != nil || len(list) == 0 {
		return 0, err
	}

	var made int

	err = d.Tx(ctx, func(tx *db.Tx) (err error) {
		made, err = openTx(ctx, tx, now, list)

		return err
	})
	if err != nil {
		return 0, fmt.Errorf("open virtual accounts: %w", err)
	}

	return made, nil
}

// missingNumber is a number that a wallet doesn't have at a channel.
type missingNumber struct {
	clientID, walletID, channelID int64
	walletType, prefix            string
}

// missingNumbers looks through the wallets of all clients. No bank pays into a sandbox.
func missingNumbers(ctx context.Context, q db.Querier) ([]missingNumber, error) {
	rows, err := q.Query(ctx, `SELECT w.client_id, w.id, w.type, c.id, c.prefix FROM wallets w CROSS JOIN payment_channels c
		WHERE c.status <> 'inactive' AND w.client_id < $2
			AND NOT EXISTS (SELECT 1 FROM virtual_accounts v WHERE v.client_id = w.client_id AND v.wallet_id = w.id AND v.channel_id = c.id)
		ORDER BY w.id, c.id LIMIT $1`, maxOpened, int64(clientid.FirstSandbox))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (m missingNumber, err error) {
		return m, row.Scan(&m.clientID, &m.walletID, &m.walletType, &m.channelID, &m.prefix)
	})
	if err != nil {
		return nil, fmt.Errorf("find wallets without a number: %w", err)
	}

	return list, nil
}

// openTx makes the numbers that nobody made meanwhile.
func openTx(ctx context.Context, tx *db.Tx, now time.Time, list []missingNumber) (made int, err error) {
	if err := tx.Lock(ctx, "topup/virtual-accounts"); err != nil {
		return 0, err
	}

	for _, m := range list {
		id, err := db.NextSequence(ctx, tx, "virtual_accounts")
		if err != nil {
			return 0, err
		}

		n, err := tx.Exec(ctx, `INSERT INTO virtual_accounts (id, client_id, wallet_id, wallet_type, channel_id, account_no, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (wallet_id, channel_id) DO NOTHING`,
			id, m.clientID, m.walletID, m.walletType, m.channelID, number(m.prefix, m.clientID, m.walletID), clock.Micros(now))
		if err != nil {
			return 0, fmt.Errorf("open a virtual account of wallet %d: %w", m.walletID, err)
		}

		made += int(n)
	}

	return made, nil
}

// number is the number of a virtual account: the company code of the channel, then client and wallet.
func number(prefix string, clientID, walletID int64) string {
	return fmt.Sprintf("%s%05d%05d", prefix, clientID, walletID)
}
