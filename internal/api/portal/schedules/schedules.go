// Package schedules serves the calls about scheduled orders, from the check of their numbers to their result, and about contacts,
// whose numbers they use.
package schedules

import (
	"loket/internal/api"
	"loket/internal/orders/contact"
	"loket/internal/orders/schedule"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Schedules *schedule.Service
	Contacts  *contact.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerRequests(a, s)
	registerContacts(a, s)
}
