package db_test

import (
	"testing"

	"loket/internal/platform/db"
)

func TestProtectedWayToTheServer(t *testing.T) {
	t.Parallel()

	for url, want := range map[string]bool{
		"postgres://u@/d?host=/run/postgresql":                     true,
		"postgres://u:p@localhost/d":                               true,
		"postgres://u:p@127.0.0.1:5433/d?sslmode=disable":          true,
		"postgres://u:p@[::1]/d":                                   true,
		"postgres://u:p@db.example/d?sslmode=verify-full":          true,
		"postgres://u:p@db.example/d?sslmode=verify-ca":            true,
		"postgres://u:p@db.example/d":                              false,
		"postgres://u:p@db.example/d?sslmode=disable":              false,
		"postgres://u:p@db.example/d?sslmode=prefer":               false,
		"postgres://u:p@db.example/d?sslmode=require":              false,
		"postgres://u:p@10.0.0.7/d?sslmode=allow":                  false,
		"postgres://u:p@a.example,127.0.0.1/d?sslmode=verify-full": true,
		"postgres://u:p@127.0.0.1,b.example/d?sslmode=disable":     false,
		"postgres://u:p@a b/d":                                     true, // Open refuses it
	} {
		if got := db.Protected(url); got != want {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
}
