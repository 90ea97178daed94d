package password

import (
	"context"
	"crypto/subtle"
	"strings"

	"loket/internal/platform/secret"
)

// HashNext hashes a user's next password with the salt of the stored one if that has the
// current cost. So all of a user's passwords share a salt, and a new one is compared with
// all of them by one hash. The risk is small: whoever has the table can test a guess
// against all of one user's past passwords at once, and those no longer work.
func (h *Hasher) HashNext(ctx context.Context, stored string, password secret.Text) (string, error) {
	cost, salt, _, err := parseHash(stored)
	if err != nil || cost != h.cost {
		return h.Hash(ctx, password)
	}

	leave, err := h.Turn(ctx)
	if err != nil {
		return "", err
	}
	defer leave()

	h.total.Add(1)

	return h.derive.salted(h.cost, salt, []byte(password.Reveal())), nil
}

// UsedBefore reports whether a password belongs to one of the stored hashes.
func (h *Hasher) UsedBefore(ctx context.Context, stored []string, password secret.Text) (bool, error) {
	made := map[string][]byte{} // by cost and salt

	leave, err := h.Turn(ctx)
	if err != nil {
		return false, err
	}
	defer leave()

	used := 0

	for _, hash := range stored {
		cost, salt, key, err := parseHash(hash)
		if err != nil {
			return false, err
		}

		kind := hash[:strings.LastIndexByte(hash, '$')]
		if made[kind] == nil {
			h.total.Add(1)

			made[kind] = h.derive(cost.key(salt, []byte(password.Reveal())))
		}

		used |= subtle.ConstantTimeCompare(made[kind], key)
	}

	return used == 1, nil
}
