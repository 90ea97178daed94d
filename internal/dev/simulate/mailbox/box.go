// Package mailbox is a mail server for people and tests. It accepts every mail over SMTP,
// delivers none, and shows them.
package mailbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/dev/simulate/journal"
)

// maxKept is the most mails in memory; older ones stay only in the file.
const maxKept = 1000

// Mail is one received mail. To has all recipients, separated by commas.
type Mail struct {
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	At      time.Time `json:"at"`
}

// Box keeps mails in a file and the newest in memory. It is safe for concurrent use.
type Box struct {
	journal *journal.Journal

	mu    sync.Mutex
	mails []Mail // oldest first
}

// OpenBox reads the mails at path or begins the file.
func OpenBox(path string) (*Box, error) {
	box := &Box{}

	j, err := journal.Open(path, func(line []byte) error {
		var mail Mail
		if err := json.Unmarshal(line, &mail); err != nil {
			return fmt.Errorf("mail: %w", err)
		}

		box.keep(mail)

		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("mailbox: %w", err)
	}

	box.journal = j

	return box, nil
}

// Add returns when the mail is on disk, since a mail server must not lose an accepted mail.
func (b *Box) Add(mail Mail) error {
	line, err := json.Marshal(mail)
	if err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}

	number, err := b.journal.Append(line)
	if err == nil {
		err = b.journal.Wait(number)
	}

	if err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}

	b.keep(mail)

	return nil
}

func (b *Box) keep(mail Mail) {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.mails = append(b.mails, mail)
	if len(b.mails) > maxKept {
		b.mails = slices.Delete(b.mails, 0, len(b.mails)-maxKept)
	}
}

// Mails are the kept mails, newest first.
func (b *Box) Mails() []Mail {
	b.mu.Lock()
	defer b.mu.Unlock()

	mails := append([]Mail{}, b.mails...)
	slices.Reverse(mails)

	return mails
}

// Close writes what is pending.
func (b *Box) Close() error {
	if err := b.journal.Close(); err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}

	return nil
}
