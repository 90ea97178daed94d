// Package identity authenticates and authorizes: clients, users, roles and permissions,
// sessions and their tokens, passwords, PINs and API keys.
package identity

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/identity/factor"
	"loket/internal/identity/password"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
)

// Options are the settings of a Service. Zero means the default where one is named. Keys
// and pepper have no default.
type Options struct {
	// SigningKeys sign session tokens. The first one signs and all verify, so a key can
	// be replaced while sessions stay valid. Each has at least 32 bytes.
	SigningKeys []secret.Text
	// PINPepper is part of every PIN hash and must not be in the database. It has at least 32 bytes. Without it no stored PIN can be checked.
	PINPepper secret.Text
	// FactorKeys encrypt the secrets of authenticator apps: the first one, and all decrypt. A key made from PINPepper comes after them.
	FactorKeys []secret.Text

	// PasskeyDomain is what passkeys are made for: the host of PublicURL by default, or a domain above it. Passkeys of another domain serve no
	// more.
	PasskeyDomain string

	// SessionIdle ends a session without use; 2 hours by default.
	SessionIdle time.Duration
	// SessionMax ends any session; 12 hours by default.
	SessionMax time.Duration
	// SessionsPerUser is how many sessions a user may have; 5 by default. A further one
	// ends the oldest.
	SessionsPerUser int
	// PasswordMaxAge is the age at which passwords expire; 0 means never.
	PasswordMaxAge time.Duration

	// AccountTries and AddressTries are how many failed sign-ins an account and an
	// address may have within TryWindow; 10 and 50 in 15 minutes by default.
	AccountTries int
	AddressTries int
	TryWindow    time.Duration

	// ResetTries and ResetAddressTries are how many e-mailed links an account and an
	// address may request within ResetWindow; 3 and 20 in an hour by default.
	ResetTries        int
	ResetAddressTries int
	ResetWindow       time.Duration

	// Mail sends mails and Jobs runs jobs. Both are needed.
	// PublicURL returns the program's address for browsers, from the settings and never
	// from a request, or "" while it is not known yet.
	Mail      mail.Sender
	Jobs      Jobs
	PublicURL func() string

	Hash   password.Options
	Logger *slog.Logger
}

const (
	defaultSessionIdle     = 2 * time.Hour
	defaultSessionMax      = 12 * time.Hour
	defaultSessionsPerUser = 5
	defaultAccountTries    = 10
	defaultAddressTries    = 50
	defaultTryWindow       = 15 * time.Minute

	defaultResetTries        = 3
	defaultResetAddressTries = 20
	defaultResetWindow       = time.Hour

	// restrictedMax ends a session that may only change the password.
	restrictedMax = 30 * time.Minute
	// lastUseEvery is how often the last use of a session or key is written.
	lastUseEvery = time.Minute
	// tryMargin is how many more sign-ins than hashes may be between counting and
	// answering, so that the hasher stays busy while others write. The number is small,
	// because tries that wait there are already counted.
	tryMargin = 2
)

func (o *Options) setDefaults() {
	set(&o.SessionIdle, defaultSessionIdle)
	set(&o.SessionMax, defaultSessionMax)
	set(&o.SessionsPerUser, defaultSessionsPerUser)
	set(&o.AccountTries, defaultAccountTries)
	set(&o.AddressTries, defaultAddressTries)
	set(&o.TryWindow, defaultTryWindow)
	set(&o.ResetTries, defaultResetTries)
	set(&o.ResetAddressTries, defaultResetAddressTries)
	set(&o.ResetWindow, defaultResetWindow)

	if o.PublicURL == nil {
		o.PublicURL = func() string { return "" }
	}

	o.Hash = o.Hash.WithDefaults()

	if o.Logger == nil {
		o.Logger = slog.Default()
	}
}

func set[T comparable](value *T, standard T) {
	var zero T
	if *value == zero {
		*value = standard
	}
}

// Service is the whole of identity. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clk      clock.Clock
	opt      Options
	hasher   *password.Hasher
	sealer   *factor.Sealer
	tokens   *tokens
	throttle *throttle
	resets   *throttle
	links    *emaillink.Links
	signIns  *limiter.Turns[string]
	keys     *batch.Batcher[string, foundKey]
	lastUses *lastUseWriter
}

// requiredDeps are the dependencies without which there is no service.
type requiredDeps struct {
	DB    *db.DB
	Clock clock.Clock
	Mail  mail.Sender
	Jobs  Jobs
}

// New makes a service and adds its jobs. It panics without one of its dependencies. Call Start before using API keys.
func New(d *db.DB, clk clock.Clock, opt Options) (*Service, error) {
	required.Fields(requiredDeps{DB: d, Clock: clk, Mail: opt.Mail, Jobs: opt.Jobs})
	opt.setDefaults()

	hasher, hashErr := password.NewHasher(opt.Hash, opt.PINPepper)
	tokens, tokenErr := newTokens(opt.SigningKeys, clk)
	sealer, sealerErr := factor.NewSealer(append(slices.Clone(opt.FactorKeys), opt.PINPepper)...)

	var rangeErr error
	if opt.SessionIdle < 0 || opt.SessionMax < 0 || opt.SessionsPerUser < 0 || opt.PasswordMaxAge < 0 || opt.AccountTries < 0 ||
		opt.AddressTries < 0 || opt.TryWindow < 0 || opt.ResetTries < 0 || opt.ResetAddressTries < 0 || opt.ResetWindow < 0 {
		rangeErr = errors.New("a setting is below zero")
	}

	if err := errors.Join(hashErr, tokenErr, sealerErr, rangeErr); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}

	s := &Service{
		db:       d,
		clk:      clk,
		opt:      opt,
		hasher:   hasher,
		sealer:   sealer,
		tokens:   tokens,
		throttle: &throttle{db: d, clk: clk, window: opt.TryWindow},
		resets:   &throttle{db: d, clk: clk, window: opt.ResetWindow},
		links:    emaillink.New(d, clk, opt.PublicURL),
		signIns: limiter.NewTurns[string](limiter.TurnsOptions{
			Places: opt.Hash.Workers + tryMargin, Queue: opt.Hash.Queue, Retry: password.QueueRetry, Refuse: fault.Throttled,
		}),
		lastUses: newLastUseWriter(d, opt.Logger),
	}
	s.registerJobs()
	s.keys = batch.New(batch.Options{Max: maxKeysPerQuery}, s.lookUpKeys)

	return s, nil
}

// Start begins the lookups of API keys.
func (s *Service) Start(ctx context.Context) { s.keys.Start(ctx) }

// Stop ends the lookups of API keys and writes the pending last uses. From then on
// AuthenticateKey returns fault.ErrUnavailable.
func (s *Service) Stop(ctx context.Context) error {
	return errors.Join(s.keys.Stop(ctx), s.lastUses.stop(ctx))
}

// Hasher returns the hasher, for metrics and for other texts to hash.
func (s *Service) Hasher() *password.Hasher { return s.hasher }

// SignInsWaiting is how many sign-ins wait for their turn, for metrics.
func (s *Service) SignInsWaiting() int64 { return s.signIns.Waiting() }
