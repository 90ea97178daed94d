package identity_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// The kinds of acts of a history. One that is listed twice happens twice as often.
var factorActs = []string{
	"sign in", "sign in", "sign in", "sign in remembered", "finish", "finish", "finish and remember", "finish wrong", "finish again", "finish by recovery",
	"prove", "prove wrong", "prove again", "prove by password", "enrol", "enrol", "remove", "demand", "end others", "sign out", "wait", "wait", "wait long", "wait long",
}

// factorAct is one thing that happens: pick says with which session, or for how long.
type factorAct struct {
	kind string
	pick int
}

func factorHistories() *rapid.Generator[[]factorAct] {
	one := rapid.Custom(func(r *rapid.T) factorAct {
		return factorAct{rapid.SampledFrom(factorActs).Draw(r, "act"), rapid.IntRange(0, 9).Draw(r, "pick")}
	})

	return rapid.SliceOfN(one, 10, 40)
}

// heldSession is a session, and what it may do if all is right.
type heldSession struct {
	token  string
	factor bool      // it was opened with a factor, or its user set one up in it
	code   bool      // its last proof was by a code
	proved time.Time // by what counts as a proof; zero: never
}

// factorStory is a user with the sessions and factors that a history gave.
type factorStory struct {
	*serviceWithMail

	t    *testing.T
	root identity.Self // of the same client, who demands factors
	user string

	app        *phone
	used       secret.Text // the code that was taken last
	recovery   []secret.Text
	remembered []secret.Text
	waiting    *identity.SignedIn // between both steps
	sessions   []*heldSession
	demandedAt time.Time
}

// For any order of sign-ins, proofs, factors that come and go, demands, locks and jumps of the clock: no session lacks a demanded factor, none
// is opened without the second step of a user who has one, a code counts once, and only a proof of the last five minutes is one.
func TestNoHistoryLeavesASessionWithoutItsFactor(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d, func(o *identity.Options) {
			o.SessionIdle, o.SessionMax, o.SessionsPerUser = 1000*24*time.Hour, 1000*24*time.Hour, 1000
			o.AccountTries, o.AddressTries = 1_000_000, 1_000_000
		})

		n := 0

		rapid.Check(t, func(r *rapid.T) {
			n++

			id, name := client+int64(n), fmt.Sprintf("user%d", n)
			svc.client(id, fmt.Sprintf("toko-%d", n))
			boss := svc.user(id, "boss", identity.ClientRootID)
			svc.user(id, name, identity.ClientUserID)

			s := &factorStory{serviceWithMail: svc, t: t, user: name}
			s.root = identity.Self{Address: "10.0.0.8", Principal: identity.Principal{
				ClientID: id, UserID: boss.ID, Roles: []identity.RoleRef{{ID: identity.ClientRootID}}, Scope: identity.FullScope,
			}}

			for i, act := range factorHistories().Draw(r, "history") {
				problem := s.play(act)
				if problem == "" {
					problem = s.check()
				}

				if problem != "" {
					r.Fatalf("act %d, %s: %s", i, act.kind, problem)
				}
			}
		})
	})
}

// play does one act and returns what is wrong with its result.
func (s *factorStory) play(act factorAct) string {
	held := s.pick(act.pick)

	switch act.kind {
	case "sign in", "sign in remembered":
		return s.signInBy(act)
	case "finish", "finish and remember", "finish wrong", "finish again", "finish by recovery":
		return s.finish(act.kind)
	case "demand":
		of := identity.DemandAll
		if !s.demandedAt.IsZero() {
			of, s.demandedAt = identity.DemandNone, time.Time{}
		} else {
			s.demandedAt = s.clk.Now()
		}

		testkit.Must(s.t, s.ChangeClientSecurity(s.t.Context(), s.root, identity.SecurityChange{SecondFactor: &of}))
	case "wait":
		s.clk.Advance(time.Duration(act.pick) * time.Minute)
	case "wait long":
		s.clk.Advance(time.Duration(act.pick) * 24 * time.Hour)
	default:
		if held != nil {
			return s.use(act.kind, held)
		}
	}

	return ""
}

// pick returns one of the sessions that serve, or nil.
func (s *factorStory) pick(n int) *heldSession {
	s.sessions = slices.DeleteFunc(s.sessions, func(h *heldSession) bool {
		_, err := s.Authenticate(s.t.Context(), h.token)

		return err != nil
	})
	if len(s.sessions) == 0 {
		return nil
	}

	return s.sessions[n%len(s.sessions)]
}

func (s *factorStory) signInBy(act factorAct) string {
	c := credentials()
	c.ClientID, c.Username = s.root.Principal.ClientID, s.user

	if act.kind == "sign in remembered" && len(s.remembered) > 0 {
		c.Remembered = s.remembered[act.pick%len(s.remembered)]
	}

	in, err := s.SignIn(s.t.Context(), c)
	testkit.Must(s.t, err)

	switch {
	case len(in.Next) > 0:
		s.waiting = &in
	case s.app == nil:
		s.sessions = append(s.sessions, &heldSession{token: in.Token, proved: s.clk.Now()})
	case c.Remembered != "":
		s.sessions = append(s.sessions, &heldSession{token: in.Token, factor: true})
	default:
		return "a sign-in without the second step"
	}

	if len(in.Next) > 0 && s.app == nil {
		return "a second step of a user without a factor"
	}

	return ""
}

func (s *factorStory) finish(kind string) string {
	if s.waiting == nil {
		return ""
	}

	p, err := s.Authenticate(s.t.Context(), s.waiting.Token)
	if err != nil || s.app == nil {
		return "" // it took too long, or the factor is gone
	}

	in := identity.SecondStep{By: identity.Self{Principal: p, Address: "10.0.0.7"}, Device: "Firefox", Remember: kind == "finish and remember"}

	switch kind {
	case "finish wrong":
		in.Code = s.app.wrong(s.serviceWithMail)
	case "finish again":
		in.Code = s.used
	case "finish by recovery":
		if len(s.recovery) == 0 {
			return ""
		}

		in.Code = s.recovery[0]
	default:
		in.Code = s.app.code(s.serviceWithMail)
	}

	if in.Code == "" {
		return ""
	}

	again := in.Code == s.used

	out, err := s.FinishSignIn(s.t.Context(), in)
	if err != nil {
		return "" // a lock, or a code that was used
	}

	if again || kind == "finish wrong" {
		return "a code opened a session that must not"
	}

	if s.used, s.waiting = in.Code, nil; kind == "finish by recovery" {
		s.recovery = s.recovery[1:]
	}

	if out.Remembered != "" {
		s.remembered = append(s.remembered, out.Remembered)
	}

	s.sessions = append(s.sessions, &heldSession{token: out.Token, factor: true, proved: s.clk.Now()})

	return ""
}

// use does an act in a session that serves.
func (s *factorStory) use(kind string, held *heldSession) string {
	by := s.self(identity.SignedIn{Token: held.token})

	switch kind {
	case "prove", "prove wrong", "prove again", "prove by password":
		return s.prove(kind, held, by)
	case "end others":
		_, err := s.EndOtherSessions(s.t.Context(), by)
		testkit.Must(s.t, err)

		s.remembered = nil
	case "sign out":
		testkit.Must(s.t, s.SignOut(s.t.Context(), by.Principal))
	case "enrol":
		if s.app != nil || s.RequireProof(s.t.Context(), &by.Principal) != nil {
			return "" // as the call does
		}

		app := s.enrol(by)
		s.app, s.used, s.recovery, s.remembered, held.factor = &app, app.code(s.serviceWithMail), app.codes, nil, true
	case "remove":
		if s.app == nil || s.RequireProof(s.t.Context(), &by.Principal) != nil {
			return ""
		}

		testkit.Must(s.t, s.RemoveFactor(s.t.Context(), by, s.app.id))

		s.app, s.used, s.recovery, s.remembered = nil, "", nil, nil
		for _, h := range s.sessions {
			h.factor, h.code = false, false
		}
	}

	return ""
}

func (s *factorStory) prove(kind string, held *heldSession, by identity.Self) string {
	given := identity.Proof{Password: userPassword}

	switch {
	case kind == "prove by password":
	case s.app == nil:
		return ""
	case kind == "prove":
		given = identity.Proof{Code: s.app.code(s.serviceWithMail)}
	case kind == "prove wrong":
		given = identity.Proof{Code: s.app.wrong(s.serviceWithMail)}
	default:
		given = identity.Proof{Code: s.used}
	}

	again := given.Code != "" && given.Code == s.used

	token, err := s.StepUp(s.t.Context(), by, given)
	if err != nil {
		return ""
	}

	if again || kind == "prove wrong" || s.app != nil && given.Code == "" {
		return "a proof that is none was taken"
	}

	if _, err := s.Authenticate(s.t.Context(), held.token); err == nil {
		return "the token of before serves after a proof"
	}

	held.token, held.proved, held.code = token, s.clk.Now(), given.Code != ""
	if held.code {
		s.used = given.Code
	}

	return ""
}

// check looks at each session that serves.
func (s *factorStory) check() string {
	over := !s.demandedAt.IsZero() && s.clk.Now().Sub(s.demandedAt) >= identity.DemandGrace

	for _, h := range s.sessions {
		p, err := s.Authenticate(s.t.Context(), h.token)

		switch {
		case err != nil:
		case over && p.Scope == identity.FullScope && !h.factor:
			return "a session lacks the demanded factor"
		case s.RequireProof(s.t.Context(), &p) == nil && s.clk.Now().Sub(h.proved) >= 5*time.Minute:
			return "a proof that is too old, or none, counts"
		case s.app != nil && !h.factor && !h.code && s.RequireProof(s.t.Context(), &p) == nil:
			return "the password is a proof of a user with a factor"
		}
	}

	return ""
}
