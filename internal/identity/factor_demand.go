package identity

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// Demand is of whom a client demands a second factor.
type Demand string

// The demands.
const (
	DemandNone  Demand = "none"
	DemandMoney Demand = "money" // people with rights over money: moneyPermissions
	DemandAll   Demand = "all"
)

// DemandGrace is how long people have for setting up a second factor that is demanded of them.
const DemandGrace = 7 * day

// moneyPermissions are the rights over money, and over who has such rights. Root users have all of them.
func moneyPermissions() []Permission {
	return []Permission{
		UserCreate, APIKeyManage, DepositTopup, ClientPriceEdit, ScheduledOrderCreate, ShopManage, ScheduledOrderApprove, RoleManage, SettlementRaise,
	}
}

func (d Demand) known() bool { return d == DemandNone || d == DemandMoney || d == DemandAll }

// more reports whether d concerns people whom other doesn't.
func (d Demand) more(other Demand) bool {
	rank := map[Demand]int{DemandNone: 0, DemandMoney: 1, DemandAll: 2}

	return rank[d] > rank[other]
}

// concerns reports whether d is about a user with these permissions.
func (d Demand) concerns(has PermissionSet) bool {
	if d != DemandMoney {
		return d == DemandAll
	}

	return slices.ContainsFunc(moneyPermissions(), has.Has)
}

// lacksFactor reports whether a second factor is demanded of the session's user, after the grace, and the session has none.
func (row *sessionRow) lacksFactor(now time.Time) bool {
	return row.method == PasswordMethod && row.scope == FullScope && row.demandedAt.Valid &&
		!now.Before(clock.FromMicros(row.demandedAt.Int64).Add(DemandGrace)) && Demand(row.demand.String).concerns(row.permissions)
}

// limitToSetUp leaves a session that lacks a demanded factor nothing but setting one up. Who has one by now signs in with it.
func (s *Service) limitToSetUp(ctx context.Context, p *Principal) error {
	has, err := s.factorsOf(ctx, s.db.Reader(), p.ClientID, p.UserID)
	if err != nil {
		return err
	}

	if has.any() {
		return ErrUnauthorized.Wrap(errors.New("the session has no second factor, which its user has"))
	}

	p.Scope, p.Options, p.Roles, p.Permissions = SetUpScope, UserOptions{}, nil, PermissionSet{}

	return nil
}

// demandedFrom is when a second factor is demanded of a user who has none; zero if it is not.
func (s *Service) demandedFrom(ctx context.Context, q db.Querier, clientID, userID int64) (time.Time, error) {
	c, err := s.clientSecurity(ctx, q, clientID)
	if err != nil || c.SecondFactor == DemandNone {
		return time.Time{}, err
	}

	lacking, err := s.lacking(ctx, q, clientID, c.SecondFactor, userID)
	if err != nil || len(lacking) == 0 {
		return time.Time{}, err
	}

	return c.DemandedAt.Add(DemandGrace), nil
}

// lacking are the active users of a client whom a demand concerns and who have no second factor; with a user id, that one alone.
func (s *Service) lacking(ctx context.Context, q db.Querier, clientID int64, d Demand, userID int64) ([]int64, error) {
	places, args := padded(moneyPermissions(), clientID, s.passkeyDomain(), d == DemandAll, userID)

	rows, err := q.Query(ctx, `
		SELECT u.id FROM users u WHERE u.client_id = $1 AND u.active AND u.deleted_at IS NULL AND ($4 = 0 OR u.id = $4)
			AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND ($2 = '' OR k.domain = $2))
			AND NOT EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)
			AND ($3 OR EXISTS (SELECT 1 FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
				WHERE ur.user_id = u.id AND rp.permission_id IN (`+places+`)))
		ORDER BY u.id`, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) { return id, row.Scan(&id) })

	return list, wrap(err, "find who lacks a second factor")
}

// Lacking is how many users of a client would lack a second factor that is demanded of people with rights over money, or of all.
type Lacking struct{ Money, All int64 }

// LackingFactors counts them for the caller's client.
func (s *Service) LackingFactors(ctx context.Context, p Principal) (Lacking, error) {
	money, err := s.lacking(ctx, s.db.Reader(), p.ClientID, DemandMoney, 0)
	if err != nil {
		return Lacking{}, err
	}

	all, err := s.lacking(ctx, s.db.Reader(), p.ClientID, DemandAll, 0)

	return Lacking{Money: int64(len(money)), All: int64(len(all))}, err
}

// tellOfDemandTx mails everybody who lacks the factor that is demanded now.
func (s *Service) tellOfDemandTx(ctx context.Context, tx *db.Tx, by Self, now ClientSecurity) error {
	concerned, err := s.lacking(ctx, tx, by.Principal.ClientID, now.SecondFactor, 0)
	if err != nil {
		return err
	}

	for _, id := range concerned {
		u, err := s.lockUser(ctx, tx, by.Principal.ClientID, id)
		if err != nil {
			return err
		}

		m := s.noticeDemand(by.in(u.reads(by.Language)), u, now.DemandedAt.Add(DemandGrace))
		if err := s.notify(ctx, tx, m, u.Email); err != nil {
			return err
		}
	}

	return nil
}

func (s *Service) noticeDemand(by Self, u User, from time.Time) mail.Message {
	l := by.Language
	day := dayIn(l, by.Principal.TimeZone, from)
	m := message(l, l.Pick("Set up two-step verification", "Siapkan verifikasi dua langkah"),
		l.Pick("Your company demands two-step verification. From "+day+" on a sign-in to this account leads to its set-up first.",
			"Perusahaan Anda mewajibkan verifikasi dua langkah. Mulai "+day+" penyiapannya didahulukan saat masuk ke akun ini."),
		l.Pick("Set it up on your profile page, in 'Security': a passkey, or an app on your phone.",
			"Siapkan di halaman profil, bagian 'Keamanan': kunci sandi, atau aplikasi di ponsel Anda."))
	m.Facts = facts(l, u)

	return m
}

// dayIn is a day in words of a language, in the zone of a client.
func dayIn(l language.Language, zone string, at time.Time) string {
	in, err := clock.Zone(zone)
	if err != nil || zone == "" {
		in = time.UTC
	}

	return l.Moment(at, in)
}
