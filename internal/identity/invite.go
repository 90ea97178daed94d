package identity

import (
	"context"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// InviteUser makes a user of a client and mails a generated password, which must be changed at the first sign-in: who makes the user never
// reads it. Errors: fault.ErrValidation, ErrTaken.
func (s *Service) InviteUser(ctx context.Context, by By, in NewUser) (User, error) {
	in.Password = ""
	in.then = func(tx *db.Tx, u User, password secret.Text) error {
		c, err := s.ClientTx(ctx, tx, u.ClientID)
		if err != nil {
			return err
		}

		if slices.Contains(u.RoleIDs, ClientRootID) {
			if err := s.tellOfRootTx(ctx, tx, u, c); err != nil {
				return err
			}
		}

		m := mailWelcome(u.reads(c.Language), u, password, s.signInURL())
		m.Until = s.clk.Now().Add(FirstPassword)

		return s.notify(ctx, tx, m, u.Email)
	}

	u, _, err := s.CreateUser(ctx, by, in)

	return u, err
}

// tellOfRootTx tells a client's other root users and its finance address that staff made a root user, who may do everything.
func (s *Service) tellOfRootTx(ctx context.Context, tx *db.Tx, u User, c Client) error {
	list, err := s.RootReadersTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	for _, r := range WithFinance(list, c) {
		if r.Address == u.Email {
			continue
		}

		l := r.Language
		m := message(l, l.Pick("A root user was added", "Pengguna root telah ditambahkan"),
			l.Pick("Loket added a root user to your company, who may do everything, also with your money.",
				"Loket menambahkan pengguna root ke perusahaan Anda, yang boleh melakukan segalanya, juga dengan dana Anda."))
		m.Facts = facts(l, u)
		m.Notes = []string{l.Pick("If nobody of your company asked for this, write to support at once.",
			"Jika tidak ada pihak perusahaan Anda yang memintanya, segera hubungi dukungan kami.")}

		if err := s.notify(ctx, tx, m, r.Address); err != nil {
			return err
		}
	}

	return nil
}

// CreateUserAnd is CreateUser with what belongs to it in the same transaction.
func (s *Service) CreateUserAnd(ctx context.Context, by By, in NewUser, then func(tx *db.Tx, u User) error) (User, secret.Text, error) {
	in.then = func(tx *db.Tx, u User, _ secret.Text) error { return then(tx, u) }

	return s.CreateUser(ctx, by, in)
}

// ResetPINTx mails a user the link of a new PIN, for staff. Errors: ErrPINUseless, fault.ErrThrottled.
func (s *Service) ResetPINTx(ctx context.Context, tx *db.Tx, u User) error {
	switch able, err := s.mayHavePIN(ctx, tx, u); {
	case err != nil:
		return err
	case !able:
		return ErrPINUseless.New()
	}

	c, err := s.ClientTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	return s.mailPINLink(ctx, tx, Self{Language: u.reads(c.Language)}, u, mailStaffPIN)
}

// FinanceEmailChange is the finance e-mail of a client that staff replaced.
type FinanceEmailChange struct {
	ClientID int64     `json:"clientId"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	At       time.Time `json:"at"`
}

// TellFinanceEmailTx has both addresses told that staff replaced the finance e-mail of a client. A job writes the mails, since a command of
// the operator has no key to seal them.
func (s *Service) TellFinanceEmailTx(ctx context.Context, tx *db.Tx, c FinanceEmailChange) error {
	c.At = s.clk.Now()
	_, err := s.opt.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: financeEmailKind, Args: c})

	return wrap(err, "enqueue the notice of a finance e-mail")
}

// mailFinanceEmail handles the jobs of TellFinanceEmailTx.
func (s *Service) mailFinanceEmail(ctx context.Context, j job.Job) error {
	var changed FinanceEmailChange
	if err := j.Decode(&changed); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.ClientTx(ctx, tx, changed.ClientID)
		if err != nil {
			return err
		}

		addresses := []string{changed.To}
		if changed.From != "" {
			addresses = append(addresses, changed.From)
		}

		return s.notify(ctx, tx, noticeFinanceEmail(c, changed), addresses...)
	})
}

func noticeFinanceEmail(c Client, changed FinanceEmailChange) mail.Message {
	l := c.Language
	m := message(l, l.Pick("The finance email was changed", "Email keuangan telah diubah"),
		l.Pick("Loket replaced the finance email of your company. Exports and notices about money go to the new address from now on.",
			"Loket mengganti email keuangan perusahaan Anda. Mulai sekarang ekspor dan pemberitahuan tentang uang dikirim ke alamat baru."))
	m.Facts = appendOriginAt(Self{Principal: Principal{TimeZone: c.TimeZone}, Language: l}, changed.At, append(clientFacts(l, c),
		mail.Fact{Name: l.Pick("Old address", "Alamat lama"), Value: changed.From}, mail.Fact{Name: l.Pick("New address", "Alamat baru"), Value: changed.To}))
	m.Notes = []string{l.Pick("If nobody of your company asked for this, write to support at once.",
		"Jika tidak ada pihak perusahaan Anda yang memintanya, segera hubungi dukungan kami.")}

	return m
}

// mailStaffPIN is the mail of a link for a PIN that staff started.
func mailStaffPIN(l language.Language, u User, url secret.Text) mail.Message {
	m := mailResetPIN(l, u, url)
	m.Paragraphs = []string{l.Pick("The support of Loket started a new PIN for you. Confirm it on the page behind the button, and we send it to you. Nobody else reads it.",
		"Dukungan Loket memulai PIN baru untuk Anda. Konfirmasikan di halaman berikut, lalu kami kirimkan kepada Anda. Tidak ada orang lain yang membacanya.")}

	return m
}
