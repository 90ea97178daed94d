package main

import (
	"fmt"
	"log/slog"

	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// newPeople is a service of users whose jobs and mails wait in the queue.
func newPeople(d *db.DB, tokenKey, pepper secret.Text, hash password.Options) (*identity.Service, error) {
	log := slog.New(slog.DiscardHandler)
	queue := job.NewQueue(d, clock.System{}, nil, log, job.Options{Holder: "bench"})

	outbox, err := mail.New(queue, mail.Options{SMTP: mail.SMTP{From: "Loket <no-reply@loket.example>"}, Key: tokenKey, Clock: clock.System{}, Logger: log})
	if err != nil {
		return nil, fmt.Errorf("mails: %w", err)
	}

	people, err := identity.New(d, clock.System{}, identity.Options{
		SigningKeys: []secret.Text{tokenKey}, PINPepper: pepper, Logger: log, Hash: hash, Mail: outbox, Jobs: queue,
	})
	if err != nil {
		return nil, fmt.Errorf("users: %w", err)
	}

	return people, nil
}
