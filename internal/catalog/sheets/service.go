// Package sheets is the catalogue as CSV files: staff export its tables, edit them in a spreadsheet and import them again.
package sheets

import (
	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/required"
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Catalog *catalog.Service
}

// Service imports and exports. It is safe for concurrent use.
type Service struct {
	db      *db.DB
	clk     clock.Clock
	catalog *catalog.Service
}

// New makes a service. It panics without one of its dependencies.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{db: deps.DB, clk: deps.Clock, catalog: deps.Catalog}
}
