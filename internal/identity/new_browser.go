package identity

import (
	"context"
	"database/sql"
	"regexp"

	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/safetext"
)

// recentSignIns is how many sign-ins back a browser without a token is looked for.
const recentSignIns = 20

// isNewBrowser reports whether a user signs in from a browser that isn't known. It is known by its token, or, since some browsers and
// programs keep none, by its name and address at one of the last sign-ins. The first sign-in of a user comes from no new browser. Call it
// before the session is stored.
func (s *Service) isNewBrowser(ctx context.Context, tx *db.Tx, o *opening, userID int64) (bool, error) {
	if o.by.device {
		return false, nil
	}

	rows, err := tx.Query(ctx, `
		SELECT device = $3 AND address = $4 FROM sessions WHERE client_id = $1 AND user_id = $2 AND scope <> 'second_factor' AND looker IS NULL
		ORDER BY created_at DESC, id DESC LIMIT $5`,
		o.from.ClientID, userID, storable(o.from.Device), storable(o.from.Address), recentSignIns)

	var known, before bool

	_, err = db.Collect(rows, err, func(row *sql.Rows) (same bool, err error) {
		err = row.Scan(&same)
		known, before = known || same, true

		return same, err
	})
	if err != nil || before {
		return !known, wrap(err, "look for a browser")
	}

	// Sessions are kept for a month, browsers for longer.
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM sign_in_origins WHERE user_id = $1 AND client_id = $2)`,
		userID, o.from.ClientID).Scan(&before)

	return before, wrap(err, "look for earlier sign-ins")
}

// tellOfNewBrowser mails a user that somebody signed in from a browser that isn't known.
func (s *Service) tellOfNewBrowser(ctx context.Context, tx *db.Tx, o *opening, userID int64) error {
	u, err := s.lockUser(ctx, tx, o.from.ClientID, userID)
	if err != nil {
		return err
	}

	c, err := scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, u.ClientID))
	if err != nil {
		return err
	}

	by := Self{Principal: Principal{TimeZone: c.TimeZone}, Address: o.from.Address, Language: u.reads(c.Language)}

	return s.notify(ctx, tx, s.noticeNewBrowser(by, u, o.from.Device), u.Email)
}

func (s *Service) noticeNewBrowser(by Self, u User, device string) mail.Message {
	l := by.Language
	m := message(l, l.Pick("A sign-in from a new browser", "Masuk dari peramban baru"),
		l.Pick("Someone, we hope you, signed in to this account from a browser that was not used for it before.",
			"Seseorang, semoga Anda sendiri, masuk ke akun ini dari peramban yang belum pernah dipakai untuknya."))
	m.Facts = s.appendOrigin(by, append(facts(l, u), mail.Fact{Name: l.Pick("Browser", "Peramban"), Value: browserName(l, device)}))
	m.Notes = []string{
		l.Pick("On your profile page, 'Security' shows where you are signed in, and ends sessions.",
			"Di halaman profil, 'Keamanan' menampilkan tempat Anda sedang masuk dan dapat mengakhiri sesi."),
		notYou(l),
	}

	return m
}

// nameOf is a name that a pattern finds in a user agent.
type nameOf struct {
	pattern *regexp.Regexp
	name    string
}

// As web/dashboard/src/features/profile/security/device-name.ts. The order matters, because every browser also claims to be older ones.
var (
	browserNames = []nameOf{
		{regexp.MustCompile(`\bEdgA?/`), "Edge"},
		{regexp.MustCompile(`\bOPR/`), "Opera"},
		{regexp.MustCompile(`\bSamsungBrowser/`), "Samsung Internet"},
		{regexp.MustCompile(`\b(?:Firefox|FxiOS)/`), "Firefox"},
		{regexp.MustCompile(`\b(?:Headless)?Chrome/|\bCriOS/`), "Chrome"},
		{regexp.MustCompile(`\bSafari/`), "Safari"},
	}
	systemNames = []nameOf{
		{regexp.MustCompile(`\bWindows\b`), "Windows"},
		{regexp.MustCompile(`\bAndroid\b`), "Android"},
		{regexp.MustCompile(`\b(?:iPhone|iPad)\b`), "iOS"},
		{regexp.MustCompile(`\bMac OS X\b`), "macOS"},
		{regexp.MustCompile(`\bCrOS\b`), "ChromeOS"},
		{regexp.MustCompile(`\bLinux\b`), "Linux"},
	}
)

func firstName(list []nameOf, userAgent string) string {
	for _, n := range list {
		if n.pattern.MatchString(userAgent) {
			return n.name
		}
	}

	return ""
}

// browserName is the browser and system of a user agent in words; what is no browser as it calls itself.
func browserName(l language.Language, userAgent string) string {
	const longest = 60

	browser, system := firstName(browserNames, userAgent), firstName(systemNames, userAgent)

	switch {
	case browser != "" && system != "":
		return browser + l.Pick(" on ", " di ") + system
	case browser+system != "":
		return browser + system
	case userAgent == "":
		return l.Pick("unknown", "tidak dikenal")
	}

	return safetext.ClipRunes(safetext.WithoutControls(userAgent), longest)
}
