package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"loket/internal/identity/factor"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

// secondStepMax is how long the second step of a sign-in may take.
const secondStepMax = 10 * time.Minute

// StepMethod is a way to prove who one is, beside or instead of the password.
type StepMethod string

// The methods.
const (
	PasskeyStep  StepMethod = "passkey"
	AppStep      StepMethod = "app"
	RecoveryStep StepMethod = "recovery_code"
	PasswordStep StepMethod = "password"
)

// SecondStep is the input of the second step of a sign-in.
type SecondStep struct {
	By       Self // with the token that the first step gave
	Code     secret.Text
	Passkey  []byte // instead of the code: what the browser answered, JSON
	Remember bool   // skip the second step in this browser from now on
	// As in Credentials.
	Device      string
	KnownDevice secret.Text
}

// FinishSignIn opens the session of a user with a second factor by a passkey, a code of an app or a recovery code. A code is counted before
// it is checked, and counts once. Errors: fault.ErrValidation without one, ErrInvalidPasskey, ErrInvalidCode, fault.ErrThrottled,
// ErrUnauthorized when the first step has ended, ErrPasswordExpired as SignIn.
func (s *Service) FinishSignIn(ctx context.Context, in SecondStep) (SignedIn, error) {
	if len(in.Passkey) > 0 {
		return s.finishByPasskey(ctx, in)
	}

	if in.Code == "" {
		return SignedIn{}, fault.InvalidField("code", msgCodeMissing)
	}

	p := in.By.Principal

	try, err := s.throttle.record(ctx, s.factorBuckets(p, in.By.Address))
	if err != nil {
		return SignedIn{}, err
	}

	given, err := s.readCode(ctx, p, in.Code)
	if err != nil {
		return SignedIn{}, s.withdraw(ctx, try, err)
	}

	out, err := s.finish(ctx, in, given, try)
	s.logSignIn(ctx, Credentials{ClientID: p.ClientID, Username: p.Username, Address: in.By.Address}, account{userID: p.UserID}, err)

	if ErrInvalidCode.Is(err) {
		err = errors.Join(err, s.tellOfWrongCode(ctx, p))
	}

	return out, err
}

// finishByPasskey is FinishSignIn by a passkey. A signature can't be guessed, so it counts against nothing, and wrong codes of somebody
// else lock no passkey.
func (s *Service) finishByPasskey(ctx context.Context, in SecondStep) (SignedIn, error) {
	p := in.By.Principal

	var out SignedIn

	used, err := s.checkPasskey(ctx, in.By, secondStepQuestion, in.Passkey)
	if err == nil {
		out, err = s.finish(ctx, in, givenCode{passkey: used, method: PasskeyMethod}, nil)
	}

	s.logSignIn(ctx, Credentials{ClientID: p.ClientID, Username: p.Username, Address: in.By.Address}, account{userID: p.UserID}, err)

	return out, err
}

// givenCode is what a second step was given: a code of an app, a recovery code whose hash matched, or a passkey that signed.
type givenCode struct {
	app          string
	lookup, hash string
	passkey      usedPasskey
	method       SignInMethod
}

// readCode decides what a code is, and compares a recovery code with its hash. It hashes, so call it outside of transactions. Error:
// fault.ErrThrottled.
func (s *Service) readCode(ctx context.Context, p Principal, typed secret.Text) (givenCode, error) {
	code, ok := factor.ParseRecoveryCode(typed.Reveal())
	if !ok {
		return givenCode{app: appCode(typed), method: AppMethod}, nil
	}

	out := givenCode{lookup: code.Lookup, method: RecoveryMethod}

	hash, err := recoveryHash(ctx, s.db.Reader(), p.ClientID, p.UserID, code.Lookup)
	if err != nil {
		return givenCode{}, err
	}

	leave, err := s.signIns.Enter(ctx, limiter.Caller[string]{Key: Subject("user", p.UserID), First: true})
	if err != nil {
		return givenCode{}, err
	}
	defer leave()

	match, _, err := s.hasher.For(p.UserID).Matches(ctx, hash, code.Rest)
	if match {
		out.hash = hash
	}

	return out, err
}

// appCode is a code of an app without the blanks that people type.
func appCode(typed secret.Text) string {
	out := make([]rune, 0, factor.CodeDigits)

	for _, r := range typed.Reveal() {
		if r != ' ' && len(out) <= factor.CodeDigits {
			out = append(out, r)
		}
	}

	return string(out)
}

// refusal is the error for what was given in vain.
func (g givenCode) refusal() error {
	if g.method == PasskeyMethod {
		return ErrInvalidPasskey.New()
	}

	return ErrInvalidCode.New()
}

// useCodeTx reports whether a code is right, and uses it up.
func (s *Service) useCodeTx(ctx context.Context, tx *db.Tx, p Principal, given givenCode) (bool, error) {
	switch given.method {
	case AppMethod:
		return s.useAppCodeTx(ctx, tx, p.ClientID, p.UserID, given.app)
	case PasskeyMethod:
		return s.usePasskeyTx(ctx, tx, given.passkey)
	case RecoveryMethod, PasswordMethod, RememberedMethod, StaffMethod:
	}

	if given.hash == "" {
		return false, nil
	}

	return s.useRecoveryCodeTx(ctx, tx, p.ClientID, p.UserID, given.lookup, given.hash)
}

// finish uses the code and opens the session in one transaction.
func (s *Service) finish(ctx context.Context, in SecondStep, given givenCode, try tryIDs) (SignedIn, error) {
	p := in.By.Principal
	from := Credentials{ClientID: p.ClientID, Username: p.Username, Address: in.By.Address, Device: in.Device, KnownDevice: in.KnownDevice}

	by, err := s.originOf(ctx, from)
	if err != nil {
		return SignedIn{}, s.withdraw(ctx, try, err)
	}

	opened := opening{from: from, by: by, method: given.method}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if err := s.endFirstStepTx(ctx, tx, p); err != nil {
			return err
		}

		ok, err := s.useCodeTx(ctx, tx, p, given)
		if err != nil {
			return err
		}

		if !ok {
			return given.refusal() // which takes back the end of the first step
		}

		if err := s.throttle.forget(ctx, tx, try); err != nil {
			return err
		}

		a := account{userID: u.ID, expired: u.PasswordExpired, changedAt: u.PasswordChangedAt}
		if err := s.openTx(ctx, tx, &opened, a); err != nil {
			return err
		}

		if in.Remember && opened.made.scope == FullScope {
			if opened.out.Remembered, err = s.rememberBrowserTx(ctx, tx, p.ClientID, p.UserID, from); err != nil {
				return err
			}
		}

		if given.method != RecoveryMethod {
			return nil
		}

		return s.tellOfUsedCode(ctx, tx, in.By, u)
	})
	if err != nil {
		return SignedIn{}, err
	}

	return opened.result()
}

// endFirstStepTx ends the session of the first step, which serves one second step. Error: ErrUnauthorized if it has ended.
func (s *Service) endFirstStepTx(ctx context.Context, tx *db.Tx, p Principal) error {
	n, err := tx.Exec(ctx, `
		UPDATE sessions SET ended_at = $1 WHERE id = $2 AND client_id = $3 AND user_id = $4 AND scope = $5 AND ended_at IS NULL`,
		clock.Micros(s.clk.Now()), p.SessionID, p.ClientID, p.UserID, string(SecondStepScope))
	if err != nil {
		return wrap(err, "end the first step of a sign-in")
	}

	if n == 0 {
		return ErrUnauthorized.Wrap(errors.New("the first step has ended"))
	}

	return nil
}

// tellOfUsedCode mails the owner that a recovery code was used.
func (s *Service) tellOfUsedCode(ctx context.Context, tx *db.Tx, by Self, u User) error {
	left, err := codesLeft(ctx, tx, u.ClientID, u.ID)
	if err != nil {
		return err
	}

	if err := s.recordSelf(ctx, tx, by, "user.recovery-code-used", Subject("user", u.ID), map[string]any{"left": left}); err != nil {
		return err
	}

	return s.notify(ctx, tx, s.noticeCodeUsed(by.in(u.reads(by.Language)), u, left), u.Email)
}

// wrongCodes is a job that mails the owner of an account when a right password was followed by wrong codes alone.
type wrongCodes struct {
	ClientID  int64  `json:"clientId"`
	UserID    int64  `json:"userId"`
	SessionID string `json:"sessionId"`
}

// tellOfWrongCode has the owner told once the first step has ended without a right code.
func (s *Service) tellOfWrongCode(ctx context.Context, p Principal) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := s.opt.Jobs.EnqueueTx(ctx, tx, job.Request{
			Kind: wrongCodesKind, UniqueKey: p.SessionID, RunAt: s.clk.Now().Add(secondStepMax),
			Args: wrongCodes{ClientID: p.ClientID, UserID: p.UserID, SessionID: p.SessionID},
		})

		return wrap(err, "tell of wrong codes")
	})
}

// mailWrongCodes mails the owner unless the first step was finished. A repeat mails again.
func (s *Service) mailWrongCodes(ctx context.Context, j job.Job) error {
	var in wrongCodes
	if err := j.Decode(&in); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, in.ClientID, in.UserID)
		if fault.ErrNotFound.Is(err) {
			return nil
		}

		if err != nil {
			return err
		}

		var (
			address string
			at      int64
		)

		err = tx.QueryRow(ctx, `SELECT address, created_at FROM sessions WHERE id = $1 AND client_id = $2 AND user_id = $3 AND ended_at IS NULL`,
			in.SessionID, in.ClientID, in.UserID).Scan(&address, &at)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // finished
		}

		if err != nil {
			return wrap(err, "read a first step")
		}

		c, err := scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, u.ClientID))
		if err != nil {
			return err
		}

		by := Self{Principal: Principal{TimeZone: c.TimeZone}, Address: address, Language: u.reads(c.Language)}

		return s.notify(ctx, tx, s.noticeWrongCodes(by, u, clock.FromMicros(at)), u.Email)
	})
}
