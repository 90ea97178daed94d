package main

import (
	"slices"
	"testing"
)

func TestNameSelectsItsSuite(t *testing.T) {
	t.Parallel()

	for only, want := range map[string][]string{
		"1.1":                 {"1.1"},
		"1.1-hot-64":          {"1.1"},
		"1.11":                {"1.11"},
		"1.11-http1-deposit":  {"1.11"},
		"1.8":                 {"1.8", "1.8-list"},
		"1":                   {},
		"settlement":          {"settlement"},
		"shop-pages-home":     {"shop", "shop-pages"},
		"deposit-postgres-go": {"deposit"},
	} {
		got := []string{}

		for _, s := range suites() {
			if s.has(only) {
				got = append(got, s.name)
			}
		}

		if !slices.Equal(got, want) {
			t.Errorf("%s selects %v, want %v", only, got, want)
		}
	}
}
