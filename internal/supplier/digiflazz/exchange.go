package digiflazz

import (
	"time"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// exchange is a call as staff may read it: without the signature, the account's name, and serial numbers.
func (c *Client) exchange(sent transaction, answered wire.Reply, began time.Time) *supplier.Exchange {
	mask := wire.Mask{Username: c.config.Username, Key: c.config.Key.Reveal()}
	sent.Username, sent.Sign = mask.Name(), wire.Hidden

	return mask.Exchange(sent, answered, time.Since(began))
}
