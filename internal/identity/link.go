package identity

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// Purpose is the one thing that an e-mailed link can do.
type Purpose string

// The purposes. They stand in the addresses of the links.
const (
	PasswordLink     Purpose = "password"
	PINLink          Purpose = "pin"
	EmailLink        Purpose = "email"
	FinanceEmailLink Purpose = "finance-email"

	// anyLink names all of them, where links are made void.
	anyLink Purpose = ""
)

// Purposes lists them all.
func Purposes() []Purpose { return []Purpose{PasswordLink, PINLink, EmailLink, FinanceEmailLink} }

const (
	// LinkTime is how long an e-mailed link serves.
	LinkTime = 30 * time.Minute
	// LinkPath is where the pages of links are, under the public address.
	LinkPath = "/links/"
	// LinkLanguage is the parameter that has the page speak as the mail does.
	LinkLanguage = "lang"

	// maxLinkToken bounds what is looked up; ours have 52 letters, 260 random
	// bits.
	maxLinkToken = 128
)

// linkDetail is what a link needs to know besides whose it is.
type linkDetail struct {
	Language language.Language `json:"language"`
	// From and To are the address that is to be replaced and the new one.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

type link struct {
	hash     string
	purpose  Purpose
	clientID int64
	userID   int64
	detail   linkDetail
	page     string // whose button is pressed
}

// makeLink stores a link and gives its address, which goes into a mail and
// nowhere else.
func (s *Service) makeLink(ctx context.Context, tx *db.Tx, l link) (secret.Text, time.Time, error) {
	base := s.opt.PublicURL()
	if base == "" {
		return "", time.Time{}, fault.ErrUnavailable.Wrap(errNoAddress)
	}

	detail, err := json.Marshal(l.detail)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("write a link: %w", err)
	}

	token := ids.Token() + ids.Token()
	now := s.clk.Now()
	expires := now.Add(LinkTime)

	_, err = tx.Exec(ctx, `
		INSERT INTO one_time_links (token_hash, purpose, client_id, user_id, detail, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		hashKey(token), string(l.purpose), l.clientID, l.userID, string(detail), clock.Micros(now), clock.Micros(expires))
	if err != nil {
		return "", time.Time{}, wrap(err, "store a link")
	}

	return secret.Text(base + LinkPath + string(l.purpose) + "/" + token + "?" + LinkLanguage + "=" + string(cmp.Or(l.detail.Language, language.English))), expires, nil
}

var errNoAddress = errors.New("the program does not know its public address yet")

// LinkServes is nil while a link can be confirmed, else ErrLink. It changes
// nothing: mail scanners open links, too.
func (s *Service) LinkServes(ctx context.Context, purpose Purpose, token string) error {
	_, err := s.findLink(ctx, purpose, token)

	return err
}

// findLink gives a link that serves, or ErrLink: whatever is wrong with it is
// one answer.
func (s *Service) findLink(ctx context.Context, purpose Purpose, token string) (link, error) {
	if token == "" || len(token) > maxLinkToken {
		return link{}, ErrLink.New()
	}

	l := link{hash: hashKey(token), purpose: purpose}

	var detail string

	err := s.db.Reader().QueryRow(ctx, `
		SELECT l.client_id, l.user_id, l.detail
		FROM one_time_links l JOIN users u ON u.id = l.user_id AND u.client_id = l.client_id JOIN clients c ON c.id = l.client_id
		WHERE l.token_hash = $1 AND l.purpose = $2 AND l.ended_at IS NULL AND l.expires_at > $3
			AND u.active AND u.deleted_at IS NULL AND c.active`,
		l.hash, string(purpose), clock.Micros(s.clk.Now())).Scan(&l.clientID, &l.userID, &detail)
	if errors.Is(err, sql.ErrNoRows) {
		return link{}, ErrLink.New()
	}

	if err != nil {
		return link{}, wrap(err, "find a link")
	}

	if err := json.Unmarshal([]byte(detail), &l.detail); err != nil {
		return link{}, fmt.Errorf("read a link: %w", err)
	}

	return l, nil
}

// useLink ends a link, or gives ErrLink when another call was faster. The
// user's row is taken.
func (s *Service) useLink(ctx context.Context, tx *db.Tx, l link) error {
	now := clock.Micros(s.clk.Now())

	n, err := tx.Exec(ctx, `
		UPDATE one_time_links SET ended_at = $1, used_by = $2
		WHERE token_hash = $3 AND purpose = $4 AND client_id = $5 AND user_id = $6 AND ended_at IS NULL AND expires_at > $1`,
		now, sql.NullString{String: l.page, Valid: l.page != ""}, l.hash, string(l.purpose), l.clientID, l.userID)
	if err != nil {
		return wrap(err, "use a link")
	}

	if n == 0 {
		return ErrLink.New()
	}

	return nil
}

// endLinks makes the open links of a user void: those of a purpose, or all.
func (s *Service) endLinks(ctx context.Context, tx *db.Tx, u User, purpose Purpose) error {
	_, err := tx.Exec(ctx, `
		UPDATE one_time_links SET ended_at = $1
		WHERE user_id = $2 AND client_id = $3 AND ended_at IS NULL AND ($4 = '' OR purpose = $4)`,
		clock.Micros(s.clk.Now()), u.ID, u.ClientID, string(purpose))

	return wrap(err, "end links")
}

// Confirmation is a press of the button on the page of a link.
type Confirmation struct {
	Purpose Purpose
	Token   string
	// Page is the page's own random id, if it has one: a button pressed twice is
	// answered alike, and what it is for is done once.
	Page    string
	Address string
}

// ConfirmLink does what an e-mailed link is for, once. Used, expired, replaced
// or made up, for another purpose, of a closed user: all are ErrLink.
func (s *Service) ConfirmLink(ctx context.Context, c Confirmation) error {
	l, err := s.findLink(ctx, c.Purpose, c.Token)
	if err == nil {
		l.page = c.Page
		err = s.confirm(ctx, l, c.Address)
	}

	if !ErrLink.Is(err) {
		return err
	}

	again, failure := s.pressedTwice(ctx, c)

	switch {
	case failure != nil:
		return failure
	case again:
		return nil
	default:
		return err
	}
}

// pressedTwice tells whether this very page has just used the link.
func (s *Service) pressedTwice(ctx context.Context, c Confirmation) (bool, error) {
	if c.Page == "" || len(c.Token) > maxLinkToken {
		return false, nil
	}

	var used bool

	err := s.db.Reader().QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND used_by = $3 AND expires_at > $4)`,
		hashKey(c.Token), string(c.Purpose), c.Page, clock.Micros(s.clk.Now())).Scan(&used)

	return used, wrap(err, "look who used a link")
}

// over is ErrLink where what the link is about is not there any more. Any other
// fault stays what it is: a database that fails says nothing about a link.
func over(err error) error {
	if fault.ErrNotFound.Is(err) || ErrUnauthorized.Is(err) {
		return ErrLink.Wrap(err)
	}

	return err
}

func (s *Service) confirm(ctx context.Context, l link, address string) error {
	by := Self{Principal: Principal{ClientID: l.clientID, UserID: l.userID}, Address: address, Language: l.detail.Language}

	switch l.purpose {
	case PasswordLink:
		return s.confirmPassword(ctx, by, l)
	case PINLink:
		return s.confirmPIN(ctx, by, l)
	case EmailLink, FinanceEmailLink:
		return s.confirmEmail(ctx, by, l)
	case anyLink:
		return ErrLink.New()
	default:
		return ErrLink.New()
	}
}
