// Package emaillink stores the one-time links that are sent by e-mail. Package identity
// decides what a confirmed link does.
package emaillink

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// Purpose is what a link does when it is confirmed.
type Purpose string

// The purposes are part of the links' addresses.
const (
	Password     Purpose = "password"
	PIN          Purpose = "pin"
	Email        Purpose = "email"
	FinanceEmail Purpose = "finance-email"
	FactorReset  Purpose = "factor-reset" // cancels it
)

// Purposes returns every purpose.
func Purposes() []Purpose { return []Purpose{Password, PIN, Email, FinanceEmail, FactorReset} }

const (
	// Lifetime is how long a link can be confirmed, unless it says how long.
	Lifetime = 30 * time.Minute
	// Path is the path of the links' pages under the public address.
	Path = "/links/"
	// LanguageParameter is the query parameter that gives the page the language of the
	// mail.
	LanguageParameter = "lang"

	// maxToken is the longest token that is looked up, in bytes. Our tokens have 52
	// letters with 260 random bits.
	maxToken = 128
	// kept is how long the row of an expired link stays, for the analysis of incidents.
	kept = 30 * 24 * time.Hour
)

// Detail holds the language of a link's mails and, for a change of e-mail, the addresses.
type Detail struct {
	Language language.Language `json:"language"`
	// From is the address to replace, To the new one.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// Link is a one-time link of a user.
type Link struct {
	Purpose   Purpose
	ClientID  int64
	UserID    int64
	Detail    Detail
	CreatedAt time.Time
	ExpiresAt time.Time
	Lasts     time.Duration // of a new link; 0: Lifetime

	hash string
}

// Links stores links. Nothing else writes to table one_time_links.
type Links struct {
	db        *db.DB
	clk       clock.Clock
	publicURL func() string
}

// New makes a store of links. publicURL returns the public address of the program, or ""
// while it is not known yet.
func New(d *db.DB, clk clock.Clock, publicURL func() string) *Links { return &Links{d, clk, publicURL} }

var errNoAddress = errors.New("the program does not know its public address yet")

// CreateTx stores a link and returns its address and its expiry. The address is a secret
// and belongs only into the mail. The database holds a hash of its token.
func (s *Links) CreateTx(ctx context.Context, tx *db.Tx, l Link) (secret.Text, time.Time, error) {
	base := s.publicURL()
	if base == "" {
		return "", time.Time{}, fault.ErrUnavailable.Wrap(errNoAddress)
	}

	detail, err := json.Marshal(l.Detail)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("write a link: %w", err)
	}

	token := ids.Token() + ids.Token()
	now := s.clk.Now()
	expires := now.Add(cmp.Or(l.Lasts, Lifetime))

	_, err = tx.Exec(ctx, `
		INSERT INTO one_time_links (token_hash, purpose, client_id, user_id, detail, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		hash(token), string(l.Purpose), l.ClientID, l.UserID, string(detail), clock.Micros(now), clock.Micros(expires))
	if err != nil {
		return "", time.Time{}, fmt.Errorf("store a link: %w", err)
	}

	address := base + Path + string(l.Purpose) + "/" + token + "?" + LanguageParameter + "=" + string(cmp.Or(l.Detail.Language, language.English))

	return secret.Text(address), expires, nil
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))

	return hex.EncodeToString(sum[:])
}

const columns = "token_hash, purpose, client_id, user_id, detail, created_at, expires_at"

func scan(row db.Row) (Link, error) {
	var (
		l                Link
		detail           string
		created, expires int64
	)

	if err := row.Scan(&l.hash, &l.Purpose, &l.ClientID, &l.UserID, &detail, &created, &expires); err != nil {
		return Link{}, err
	}

	if err := json.Unmarshal([]byte(detail), &l.Detail); err != nil {
		return Link{}, fmt.Errorf("read a link: %w", err)
	}

	l.CreatedAt, l.ExpiresAt = clock.FromMicros(created), clock.FromMicros(expires)

	return l, nil
}

// Find returns an open link, or ErrInvalid for any reason.
func (s *Links) Find(ctx context.Context, purpose Purpose, token string) (Link, error) {
	if token == "" || len(token) > maxToken {
		return Link{}, ErrInvalid.New()
	}

	l, err := scan(s.db.Reader().QueryRow(ctx, `
		SELECT `+columns+` FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND ended_at IS NULL AND expires_at > $3`,
		hash(token), string(purpose), clock.Micros(s.clk.Now())))
	if errors.Is(err, sql.ErrNoRows) {
		return Link{}, ErrInvalid.New()
	}

	if err != nil {
		return Link{}, fmt.Errorf("find a link: %w", err)
	}

	return l, nil
}

// Open lists the open links of a client for one purpose, those of all its users.
func (s *Links) Open(ctx context.Context, q db.Querier, clientID int64, purpose Purpose) ([]Link, error) {
	rows, err := q.Query(ctx, `
		SELECT `+columns+` FROM one_time_links
		WHERE client_id = $1 AND purpose = $2 AND ended_at IS NULL AND expires_at > $3 ORDER BY created_at, token_hash`,
		clientID, string(purpose), clock.Micros(s.clk.Now()))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Link, error) { return scan(row) })
	if err != nil {
		return nil, fmt.Errorf("list open links: %w", err)
	}

	return list, nil
}

// UseTx marks a link as used by a page, or returns ErrInvalid when another call has used
// it. page is the random id of the page, or "".
func (s *Links) UseTx(ctx context.Context, tx *db.Tx, l Link, page string) error {
	n, err := tx.Exec(ctx, `
		UPDATE one_time_links SET ended_at = $1, used_by = $2
		WHERE token_hash = $3 AND purpose = $4 AND client_id = $5 AND user_id = $6 AND ended_at IS NULL AND expires_at > $1`,
		clock.Micros(s.clk.Now()), sql.NullString{String: page, Valid: page != ""}, l.hash, string(l.Purpose), l.ClientID, l.UserID)
	if err != nil {
		return fmt.Errorf("use a link: %w", err)
	}

	if n == 0 {
		return ErrInvalid.New()
	}

	return nil
}

// UsedBy reports whether this page has used the link.
func (s *Links) UsedBy(ctx context.Context, purpose Purpose, token, page string) (bool, error) {
	if page == "" || len(token) > maxToken {
		return false, nil
	}

	var used bool

	err := s.db.Reader().QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND used_by = $3 AND expires_at > $4)`,
		hash(token), string(purpose), page, clock.Micros(s.clk.Now())).Scan(&used)
	if err != nil {
		return false, fmt.Errorf("look up who used a link: %w", err)
	}

	return used, nil
}

// EndTx ends open links of a client. userID 0 means those of all users; no purpose means
// those of every purpose.
func (s *Links) EndTx(ctx context.Context, tx *db.Tx, clientID, userID int64, purposes ...Purpose) error {
	text := "UPDATE one_time_links SET ended_at = $1 WHERE client_id = $2 AND ended_at IS NULL"
	args := []any{clock.Micros(s.clk.Now()), clientID}

	if userID != 0 {
		args = append(args, userID)
		text += " AND user_id = $3"
	}

	if len(purposes) > 0 {
		places := make([]string, len(purposes))
		for i, p := range purposes {
			args = append(args, string(p))
			places[i] = "$" + strconv.Itoa(len(args))
		}

		text += " AND purpose IN (" + strings.Join(places, ", ") + ")"
	}

	if _, err := tx.Exec(ctx, text, args...); err != nil {
		return fmt.Errorf("end links: %w", err)
	}

	return nil
}

// Purge deletes links that expired more than a month ago and returns their number. See
// db.Purge.
func (s *Links) Purge(ctx context.Context) (int64, error) {
	n, err := s.db.Purge(ctx, `DELETE FROM one_time_links WHERE token_hash IN (
		SELECT token_hash FROM one_time_links WHERE expires_at <= $1 LIMIT $2)`, clock.Micros(s.clk.Now().Add(-kept)))
	if err != nil {
		return n, fmt.Errorf("purge links: %w", err)
	}

	return n, nil
}
