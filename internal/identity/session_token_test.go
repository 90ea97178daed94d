package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// forge signs a changed copy of a token.
type forge struct {
	header map[string]any
	claims jwt.MapClaims
	method jwt.SigningMethod
	key    any
}

func openToken(t *testing.T, token string) *forge {
	t.Helper()

	f := &forge{claims: jwt.MapClaims{}, method: jwt.SigningMethodHS256, key: []byte(signingKey.Reveal())}

	parsed, _, err := jwt.NewParser().ParseUnverified(token, f.claims)
	testkit.Must(t, err)

	f.header = parsed.Header

	return f
}

func (f *forge) sign(t *testing.T) string {
	t.Helper()

	token := jwt.NewWithClaims(f.method, f.claims)
	for name, v := range f.header {
		if name != "alg" {
			token.Header[name] = v
		}
	}

	signed, err := token.SignedString(f.key)
	testkit.Must(t, err)

	return signed
}

func part(t *testing.T, v any) string {
	t.Helper()

	text, err := json.Marshal(v)
	testkit.Must(t, err)

	return base64.RawURLEncoding.EncodeToString(text)
}

func TestTokenPayload(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	f := openToken(t, svc.signIn())

	if f.claims["clientId"] != float64(client) || f.claims["iss"] != "loket" || f.claims["jti"] == "" || f.claims["scope"] != "full" ||
		f.header["alg"] != "HS256" {
		t.Fatalf("header %v, payload %v", f.header, f.claims)
	}
}

// Every token here has one fault; the control at the end is the unchanged token. The
// tokens that are signed with our key prove that the server trusts the session row,
// not the payload.
func TestBadTokens(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		svc.client(1002, "warungsinar")

		other := svc.user(client, "finance", identity.ClientUserID)
		good := svc.signIn()
		c := credentials()
		c.Username = "finance"
		in, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		others := in.Token

		forged := func(change func(f *forge)) string {
			f := openToken(t, good)
			change(f)

			return f.sign(t)
		}
		unsigned := func(header, claims map[string]any) string { return part(t, header) + "." + part(t, claims) + "." }
		base := openToken(t, good)
		pieces := strings.Split(good, ".")
		attacker := []byte("attackers-key-attackers-key-attackers")

		for name, token := range map[string]string{
			"empty":              "",
			"word":               "token",
			"dots":               "..",
			"two parts":          pieces[0] + "." + pieces[1],
			"no signature":       pieces[0] + "." + pieces[1] + ".",
			"signature of none":  others[:strings.LastIndex(others, ".")] + "." + pieces[2],
			"with Bearer":        "Bearer " + good,
			"space":              good + " ",
			"longer":             good + "A",
			"padding":            good + "=",
			"other spelling":     respell(good),
			"huge":               strings.Repeat(good, 100),
			"API key":            "lk_" + strings.Repeat("A", 26),
			"alg none":           unsigned(map[string]any{"alg": "none", "typ": "JWT", "kid": base.header["kid"]}, base.claims),
			"alg None":           unsigned(map[string]any{"alg": "None", "typ": "JWT", "kid": base.header["kid"]}, base.claims),
			"no alg":             unsigned(map[string]any{"typ": "JWT", "kid": base.header["kid"]}, base.claims),
			"HS384":              forged(func(f *forge) { f.method = jwt.SigningMethodHS384 }),
			"HS512":              forged(func(f *forge) { f.method = jwt.SigningMethodHS512 }),
			"none by library":    forged(func(f *forge) { f.method, f.key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType }),
			"other key":          forged(func(f *forge) { f.key = attacker }),
			"empty key":          forged(func(f *forge) { f.key = []byte{} }),
			"no kid":             forged(func(f *forge) { delete(f.header, "kid") }),
			"unknown kid":        forged(func(f *forge) { f.header["kid"] = "ffffffffffff" }),
			"kid is a path":      forged(func(f *forge) { f.header["kid"] = "../../dev/null" }),
			"kid is a number":    forged(func(f *forge) { f.header["kid"] = 1 }),
			"brings its own key": forged(func(f *forge) { f.key, f.header["jwk"] = attacker, map[string]any{"kty": "oct", "k": "YQ"} }),
			"brings an address":  forged(func(f *forge) { f.key, f.header["jku"] = attacker, "https://evil.example/jwks" }),
			"other audience":     forged(func(f *forge) { f.claims["aud"] = "loket-shop" }),
			"no audience":        forged(func(f *forge) { delete(f.claims, "aud") }),
			"other issuer":       forged(func(f *forge) { f.claims["iss"] = "evil" }),
			"no issuer":          forged(func(f *forge) { delete(f.claims, "iss") }),
			"expired":            forged(func(f *forge) { f.claims["exp"] = svc.clk.Now().Unix() }),
			"never expires":      forged(func(f *forge) { delete(f.claims, "exp") }),
			"exp is text":        forged(func(f *forge) { f.claims["exp"] = "never" }),
			"not yet":            forged(func(f *forge) { f.claims["nbf"] = svc.clk.Now().Add(time.Hour).Unix() }),
			"other client":       forged(func(f *forge) { f.claims["clientId"] = 1002 }),
			"no client":          forged(func(f *forge) { delete(f.claims, "clientId") }),
			"client is text":     forged(func(f *forge) { f.claims["clientId"] = "1001" }),
			"other user":         forged(func(f *forge) { f.claims["sub"] = part(t, other.ID) }),
			"other user's row":   forged(func(f *forge) { f.claims["jti"] = openToken(t, others).claims["jti"] }),
			"no user":            forged(func(f *forge) { delete(f.claims, "sub") }),
			"no session":         forged(func(f *forge) { delete(f.claims, "jti") }),
			"unknown session":    forged(func(f *forge) { f.claims["jti"] = "AAAAAAAAAAAAAAAAAAAAAAAAAA" }),
			"session is SQL":     forged(func(f *forge) { f.claims["jti"] = "' OR 1=1 --" }),
			"other scope":        forged(func(f *forge) { f.claims["scope"] = "restricted" }),
			"no scope":           forged(func(f *forge) { delete(f.claims, "scope") }),
		} {
			if p, err := svc.Authenticate(t.Context(), token); !identity.ErrUnauthorized.Is(err) {
				t.Errorf("%s: got %+v, %v", name, p, err)
			}
		}

		for _, control := range []string{good, others, forged(func(*forge) {})} {
			if _, err := svc.Authenticate(t.Context(), control); err != nil {
				t.Errorf("the control: %v", err)
			}
		}
	})
}

// The signature is checked before the session's row is read: what we did not sign is refused although the database can't be read,
// so a flood of made-up tokens costs no query.
func TestForgedTokensReadNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithRoot(t, d)
		good := svc.signIn()

		other := openToken(t, good)
		other.key = []byte("attackers-key-attackers-key-attackers")

		expired := openToken(t, good)
		expired.claims["exp"] = svc.clk.Now().Unix()

		testkit.Exec(t, d, `ALTER TABLE sessions RENAME TO sessions_away`)

		for name, token := range map[string]string{"word": "token", "other key": other.sign(t), "expired": expired.sign(t), "changed": good[:len(good)-4] + "AAAA"} {
			if _, err := svc.Authenticate(t.Context(), token); !identity.ErrUnauthorized.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}

		if _, err := svc.Authenticate(t.Context(), good); err == nil || identity.ErrUnauthorized.Is(err) {
			t.Errorf("the control, a token of ours, needs its row: %v", err)
		}
	})
}

// respell changes unused bits of the last letter: a lenient base64 decoder would read
// the same signature.
func respell(token string) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

	last := strings.IndexByte(letters, token[len(token)-1])

	return token[:len(token)-1] + letters[last^1:last^1+1]
}

// After each of these events the next request is refused.
func TestRevocationIsImmediate(t *testing.T) {
	t.Parallel()

	no := false

	for name, revoke := range map[string]func(svc *serviceWithRoot, token string) error{
		"sign-out": func(svc *serviceWithRoot, token string) error {
			p, err := svc.Authenticate(svc.t.Context(), token)
			if err != nil {
				return err
			}

			return svc.SignOut(svc.t.Context(), p)
		},
		"new password": func(svc *serviceWithRoot, _ string) error {
			_, err := svc.staff.SetPassword(svc.t.Context(), asStaff(), ref("root"), "")

			return err
		},
		"expired password": func(svc *serviceWithRoot, _ string) error {
			return svc.staff.ExpirePassword(svc.t.Context(), asStaff(), ref("root"))
		},
		"staff": func(svc *serviceWithRoot, _ string) error {
			return svc.staff.EndSessions(svc.t.Context(), asStaff(), ref("root"))
		},
		"user closed": func(svc *serviceWithRoot, _ string) error {
			_, err := svc.staff.UpdateUser(svc.t.Context(), asStaff(), staff.UserChange{User: ref("root"), Active: &no})

			return err
		},
		"client closed": func(svc *serviceWithRoot, _ string) error {
			_, err := svc.staff.UpdateClient(svc.t.Context(), asStaff(), staff.ClientChange{ID: client, Active: &no})

			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				t.Helper()

				svc := newServiceWithRoot(t, d)
				token := svc.signIn()

				_, err := svc.Authenticate(t.Context(), token)
				testkit.Must(t, err)
				testkit.Must(t, revoke(svc, token))

				_, err = svc.Authenticate(t.Context(), token)
				want(t, identity.ErrUnauthorized, err)

				_, err = svc.startNode(options()).Authenticate(t.Context(), token) // another node
				want(t, identity.ErrUnauthorized, err)
			})
		})
	}
}

func TestSigningKeysRotate(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	old := svc.signIn()

	opt := options()
	opt.SigningKeys = []secret.Text{"fedcba9876543210fedcba9876543210", signingKey}
	both := svc.startNode(opt)

	_, err := both.Authenticate(t.Context(), old)
	testkit.Must(t, err)

	in, err := both.SignIn(t.Context(), credentials())
	testkit.Must(t, err)

	fresh := in.Token

	_, err = svc.Authenticate(t.Context(), fresh)
	want(t, identity.ErrUnauthorized, err)

	opt.SigningKeys = opt.SigningKeys[:1]
	_, err = svc.startNode(opt).Authenticate(t.Context(), old)
	want(t, identity.ErrUnauthorized, err)
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		idle, used := svc.signIn(), svc.signIn()

		for range 11 { // used every hour, so it doesn't become idle
			svc.clk.Advance(time.Hour)

			p, err := svc.Authenticate(t.Context(), used)
			testkit.Must(t, err)
			testkit.Eventually(t, testkit.Patience, "the last use is written", func() bool {
				return svc.count(`SELECT last_used_at FROM sessions WHERE id = $1`, p.SessionID) == svc.clk.Now().UnixMicro()
			})

			if svc.clk.Now().Hour() == 9 { // both are valid after one hour
				continue
			}

			_, err = svc.Authenticate(t.Context(), idle)
			want(t, identity.ErrUnauthorized, err)
		}

		svc.clk.Advance(time.Hour - time.Second)

		_, err := svc.Authenticate(t.Context(), used)
		testkit.Must(t, err)
		svc.clk.Advance(time.Second)

		_, err = svc.Authenticate(t.Context(), used)
		want(t, identity.ErrUnauthorized, err)
	})
}

// TestUnattendedPageGoesIdle: automatic requests of a page that nobody uses don't keep
// a session alive.
func TestUnattendedPageGoesIdle(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		token := svc.signIn()

		for range 3 {
			svc.clk.Advance(30 * time.Minute)

			p, err := svc.AuthenticateUnattended(t.Context(), token)
			testkit.Must(t, err)

			if !p.IsRoot() {
				t.Errorf("it has other rights: %+v", p)
			}
		}

		testkit.Must(t, svc.Stop(t.Context())) // writes what is to be written
		svc.clk.Advance(30 * time.Minute)

		_, err := svc.startNode(options()).AuthenticateUnattended(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)
	})
}

func TestLastUseIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	token := svc.signIn()
	svc.clk.Advance(59 * time.Second)

	_, err := svc.Authenticate(t.Context(), token)
	testkit.Must(t, err)
	testkit.Must(t, svc.Stop(t.Context())) // writes what is to be written

	if n := svc.count(`SELECT count(*) FROM sessions WHERE last_used_at = created_at`); n != 1 {
		t.Fatal("the last use was written within a minute")
	}
}

func TestOldestSessionEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)

		const signIns, open = 7, 5

		tokens := make([]string, 0, signIns)
		for range signIns {
			tokens = append(tokens, svc.signIn())
			svc.clk.Advance(time.Second)
		}

		for i, token := range tokens {
			_, err := svc.Authenticate(t.Context(), token)

			alive := i >= signIns-open
			if (err == nil) != alive {
				t.Errorf("session %d: %v", i, err)
			}

			// Who did not sign out is told why the session ended.
			if told := fault.From(err).Message.In(language.English); !alive && !strings.Contains(told, "at most 5 sessions") {
				t.Errorf("session %d: %q", i, told)
			}
		}
	})
}

func TestNewRefusesWeakSettings(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for name, change := range map[string]func(*identity.Options){
		"no key":         func(o *identity.Options) { o.SigningKeys = nil },
		"short key":      func(o *identity.Options) { o.SigningKeys[0] = "short" },
		"short old key":  func(o *identity.Options) { o.SigningKeys = append(o.SigningKeys, "short") },
		"short pepper":   func(o *identity.Options) { o.PINPepper = "short" },
		"negative limit": func(o *identity.Options) { o.AccountTries = -1 },
		"huge hash":      func(o *identity.Options) { o.Hash.Memory = 1 << 30 },
	} {
		opt := optionsWithQueue(t, d, clock.System{})
		change(&opt)

		_, err := identity.New(d, clock.System{}, opt)
		if err == nil || contains(err.Error(), opt.PINPepper.Reveal(), signingKey.Reveal()) && name != "short pepper" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
