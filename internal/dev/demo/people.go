package demo

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/factor"
	"loket/internal/identity/password"
	"loket/internal/money/wallet"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// The credentials of the demo. They are public on purpose: `serve` refuses to start with them.
const (
	Password = "Loket-Demo-2026" //nolint:gosec // public, see above
	PIN      = "135790"
)

// client is one of the fixed clients with all that belongs to it.
type client struct {
	id          int64
	code, name  string
	legalName   string
	taxNumber   string
	language    language.Language
	features    []identity.Feature
	wallets     []demoWallet
	users       []user
	apiKey      string
	emailsHints bool // depositEventNewReport of root
}

// demoWallet is a wallet with its balance after the generated history.
type demoWallet struct {
	kind     wallet.Type
	inactive bool
	final    int64
	alert    int64 // 0: none
}

type user struct {
	username, fullName string
	role               int64
	pin                bool
	expired            bool
}

// viewerRole is a role that the provider made itself. It has no permission.
const viewerRole = "viewer"

// clients are fixed by the demo's contract; their ids come out of the sequence
// in this order.
func clients() []client {
	return []client{
		{
			id: 1001, code: "majujaya", name: "Toko Maju Jaya", legalName: "PT Maju Jaya Sentosa", taxNumber: "01.234.567.8-012.000", language: language.English,
			features: []identity.Feature{identity.Corporate, identity.UniqueAmount, identity.Connect},
			wallets: []demoWallet{
				{kind: wallet.Level1, final: 50_000_000, alert: 5_000_000},
				{kind: wallet.Level2, final: 25_000_000, alert: 2_500_000},
				{kind: wallet.Marketplace, inactive: true},
				{kind: wallet.Multibiller, final: 10_000_000, alert: 1_000_000},
			},
			users: []user{
				{username: "root", fullName: "Rina Marlina", role: identity.ClientRootID, pin: true},
				{username: "finance", fullName: "Ferry Nugroho", role: identity.ClientUserID},
				{username: "viewer", fullName: "Vivi Lestari"},
			},
			apiKey: MainKey, emailsHints: true,
		},
		{ //nolint:gosec // as above
			id: 1002, code: "warungsinar", name: "Warung Sinar", legalName: "CV Sinar Abadi", taxNumber: "02.345.678.9-023.000", language: language.Indonesian,
			wallets: []demoWallet{{kind: wallet.Level1, final: 1_000_000}},
			users:   []user{{username: "root", fullName: "Sinta Rahayu", role: identity.ClientRootID}},
			apiKey:  "lk_demo_1002",
		},
		{
			id: 1003, code: "bahari", name: "Koperasi Bahari", legalName: "Koperasi Bahari Nusantara", language: language.Indonesian,
			features: []identity.Feature{identity.Corporate},
			wallets:  []demoWallet{{kind: wallet.Level1, final: 3_250_000}, {kind: wallet.Multibiller, final: 1_500_000}},
			users: []user{
				{username: "root", fullName: "Bagas Pratama", role: identity.ClientRootID},
				{username: "expired", fullName: "Eka Saputra", role: identity.ClientUserID, expired: true},
			},
		},
		{
			id: 1004, code: "dorman", name: "Toko Dorman", legalName: "UD Dorman", language: language.English, features: []identity.Feature{identity.Connect},
			wallets: []demoWallet{{kind: wallet.Level1}},
			users:   []user{{username: "root", fullName: "Dodi Firmansyah", role: identity.ClientRootID}},
		},
	}
}

// SignIn is one line of the table that the demo prints when it is ready.
type SignIn struct {
	ClientID   int64
	ClientName string
	Username   string
	APIKey     string // of the client, on its first line
}

// SignIns lists everyone who can sign in with Password.
func SignIns() []SignIn {
	out := []SignIn{}

	for _, c := range clients() {
		for i, u := range c.users {
			s := SignIn{ClientID: c.id, ClientName: c.name, Username: u.username}
			if i == 0 {
				s.APIKey = c.apiKey
			}

			out = append(out, s)
		}
	}

	return out
}

// hashes are the hashes of the secrets. They are made before the transaction, since hashing is slow on purpose.
type hashes struct{ password, pin string }

func makeHashes(ctx context.Context, h *password.Hasher) (hashes, error) {
	password, err := h.Hash(ctx, secret.Text(Password))
	if err != nil {
		return hashes{}, fmt.Errorf("hash the demo's password: %w", err)
	}

	pin, err := h.HashPIN(ctx, secret.Text(PIN))
	if err != nil {
		return hashes{}, fmt.Errorf("hash the demo's PIN: %w", err)
	}

	return hashes{password, pin}, nil
}

// people writes the clients with users, keys and empty wallets, as of the day on which their history begins.
type people struct {
	tx     *db.Tx
	since  time.Time
	hashes hashes
	viewer int64 // id of the role

	identity *identity.Service
}

type walletKey struct {
	client int64
	kind   wallet.Type
}

func (p *people) write(ctx context.Context) error {
	n, err := db.NextSequence(ctx, p.tx, "roles")
	if err != nil {
		return err
	}

	const ownRoles = 100 // roles that the provider made itself have greater ids

	p.viewer = ownRoles + n

	if _, err := p.tx.Exec(ctx, `INSERT INTO roles (id, name, label) VALUES ($1, $2, 'Viewer')`, p.viewer, viewerRole); err != nil {
		return fmt.Errorf("make the role of the viewer: %w", err)
	}

	for _, c := range clients() {
		if err := p.client(ctx, c); err != nil {
			return fmt.Errorf("client %d: %w", c.id, err)
		}
	}

	return p.staff(ctx)
}

// staffUser is one of the provider's staff.
type staffUser struct {
	username, fullName string
	role               int64
}

// StaffSecret is the secret of the authenticator apps of all staff of the demo. It is public on purpose, as the passwords are.
const StaffSecret = "LOKETDEMOLOKETDEMOLOKETDEMOAAAAA" //nolint:gosec // public, see above

// StaffCode is the code that the authenticator apps of the demo's staff show at a moment.
func StaffCode(at time.Time) string {
	return factor.Code(staffSecret(), factor.StepOf(at), factor.CodeDigits)
}

func staffSecret() []byte {
	shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(StaffSecret)
	if err != nil {
		panic(err) // it is a constant
	}

	return shared
}

// StaffNames are the names by which the staff of the demo sign in, with their roles.
func StaffNames() []SignIn {
	list := staffUsers()
	out := make([]SignIn, len(list))

	for i, u := range list {
		out[i] = SignIn{ClientName: u.fullName, Username: u.username}
	}

	return out
}

func staffUsers() []staffUser {
	return []staffUser{
		{"ana", "Ana Wulandari", identity.StaffSupportID},
		{"budi", "Budi Hartono", identity.StaffOperationsID},
		{"citra", "Citra Dewanti", identity.StaffFinanceID},
		{"dewi", "Dewi Anggraini", identity.StaffOwnerID},
		{"eka", "Eka Prasetya", identity.StaffOwnerID},
	}
}

// staff writes the provider's staff.
func (p *people) staff(ctx context.Context) error {
	if err := identity.MakeProviderTx(ctx, p.tx, p.since); err != nil {
		return err
	}

	for _, m := range staffUsers() {
		u := user{username: m.username, fullName: m.fullName, role: m.role}

		id, err := p.user(ctx, client{id: clientid.Provider}, u)
		if err != nil {
			return fmt.Errorf("staff user %s: %w", m.username, err)
		}

		if err := p.identity.GiveAppTx(ctx, p.tx, identity.User{ID: id, ClientID: clientid.Provider, Username: m.username}, staffSecret()); err != nil {
			return fmt.Errorf("staff user %s: %w", m.username, err)
		}
	}

	return nil
}

func (p *people) client(ctx context.Context, c client) error {
	const firstClient = 1_000 // below the ids of all clients

	n, err := db.NextSequence(ctx, p.tx, "clients")
	if err != nil {
		return err
	}

	if n+firstClient != c.id {
		return ErrNotEmpty
	}

	features, err := json.Marshal(append([]identity.Feature{}, c.features...))
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}

	var taxNumber any
	if c.taxNumber != "" {
		taxNumber = c.taxNumber
	}

	_, err = p.tx.Exec(ctx, `
		INSERT INTO clients (id, code, name, legal_name, email_finance, time_zone, language, tax_number, features, active, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, TRUE, $10)`,
		c.id, c.code, c.name, c.legalName, fmt.Sprintf("billing.%d@example.com", c.id), clock.DefaultZone, string(c.language), taxNumber,
		string(features), clock.Micros(p.since))
	if err != nil {
		return fmt.Errorf("make it: %w", err)
	}

	for _, u := range c.users {
		if _, err := p.user(ctx, c, u); err != nil {
			return fmt.Errorf("user %s: %w", u.username, err)
		}
	}

	if err := p.key(ctx, c); err != nil {
		return err
	}

	for _, w := range c.wallets {
		if err := p.wallet(ctx, c, w); err != nil {
			return fmt.Errorf("wallet %s: %w", w.kind, err)
		}
	}

	return nil
}

// user writes a user and returns the id.
func (p *people) user(ctx context.Context, c client, u user) (int64, error) {
	id, err := db.NextSequence(ctx, p.tx, "principals")
	if err != nil {
		return 0, err
	}

	var pin any
	if u.pin {
		pin = p.hashes.pin
	}

	role := u.role
	if role == 0 {
		role = p.viewer
	}

	at := clock.Micros(p.since)

	_, err = p.tx.Exec(ctx, `
		INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, password_expired,
			pin_hash, deposit_event_new_report, active, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, TRUE, $7)`,
		id, c.id, u.username, u.fullName, fmt.Sprintf("%s.%d@example.com", u.username, c.id), p.hashes.password, at, u.expired,
		pin, c.emailsHints && u.role == identity.ClientRootID)
	if err != nil {
		return 0, fmt.Errorf("make it: %w", err)
	}

	if _, err := p.tx.Exec(ctx, `INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)`, id, role); err != nil {
		return 0, fmt.Errorf("give the role: %w", err)
	}

	_, err = p.tx.Exec(ctx, `INSERT INTO past_passwords (user_id, password_hash, set_at) VALUES ($1, $2, $3)`, id, p.hashes.password, at)
	if err != nil {
		return 0, fmt.Errorf("keep the password: %w", err)
	}

	return id, nil
}

func (p *people) key(ctx context.Context, c client) error {
	if c.apiKey == "" {
		return nil
	}

	id, err := db.NextSequence(ctx, p.tx, "principals")
	if err != nil {
		return err
	}

	sum := sha256.Sum256([]byte(c.apiKey)) // as identity keeps keys

	_, err = p.tx.Exec(ctx, `
		INSERT INTO api_keys (id, client_id, slot, key_hash, last_four, created_at) VALUES ($1, $2, 1, $3, $4, $5)`,
		id, c.id, hex.EncodeToString(sum[:]), ending(c.apiKey), clock.Micros(p.since))
	if err != nil {
		return fmt.Errorf("make the API key: %w", err)
	}

	return nil
}

// ending is the last four characters of an API key. Only they are stored in plain text.
func ending(key string) string {
	const lastFour = 4

	return key[len(key)-lastFour:]
}

func (p *people) wallet(ctx context.Context, c client, w demoWallet) error {
	made, err := wallet.CreateTx(ctx, p.tx, p.since, wallet.Wallet{ClientID: c.id, Type: w.kind, Active: !w.inactive})
	if err != nil {
		return fmt.Errorf("make it: %w", err)
	}

	if w.alert == 0 {
		return nil
	}

	if _, err := p.tx.Exec(ctx, `UPDATE wallets SET min_balance_alert = $1 WHERE client_id = $2 AND id = $3`, w.alert, c.id, made.ID); err != nil {
		return fmt.Errorf("set its threshold: %w", err)
	}

	return nil
}
