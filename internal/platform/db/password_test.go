package db_test

import (
	"testing"

	"loket/internal/platform/db"
)

func TestSplitPassword(t *testing.T) {
	t.Parallel()

	for url, want := range map[string][2]string{
		"postgres://loket:s3cret@db.example.com:5433/loket?sslmode=verify-full": {"postgres://loket@db.example.com:5433/loket?sslmode=verify-full", "s3cret"},
		"postgres://loket:a%40b%3A%2F@a,b:5433/loket":                           {"postgres://loket@a,b:5433/loket", "a@b:/"},
		"postgresql://loket@/loket?host=/run/postgresql&password=a%20b":         {"postgresql://loket@/loket?host=%2Frun%2Fpostgresql", "a b"},
		"postgres:///loket?host=/run/postgresql&application_name=my+backup":     {"postgres:///loket?application_name=my%20backup&host=%2Frun%2Fpostgresql", ""},
		"postgres://loket:s3cret@db.example.com":                                {"postgres://loket@db.example.com", "s3cret"},
	} {
		without, password, err := db.SplitPassword(url)
		if err != nil || without != want[0] || password != want[1] {
			t.Errorf("%s: %s, %s, %v", url, without, password, err)
		}
	}

	for _, url := range []string{"", "loket.db", "postgres://loket:s3cret@a:b/loket"} {
		if without, _, err := db.SplitPassword(url); err == nil {
			t.Errorf("%q is accepted: %s", url, without)
		}
	}
}
