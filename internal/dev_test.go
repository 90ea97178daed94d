package internal_test

import (
	"strings"
	"testing"
)

// Simulators, demo data and test helpers are never part of what `loket serve` runs: neither the app nor anything that it
// needs imports them. cmd/loket links both, and starts the demo.
func TestTheAppNeedsNothingOfDev(t *testing.T) {
	t.Parallel()

	found := importsOfModule(t)
	route := map[string]string{"app": "app"} // how the app comes to a package
	waiting := []string{"app"}

	for len(waiting) > 0 {
		pkg := waiting[0]
		waiting = waiting[1:]

		for _, target := range found[pkg] {
			if _, seen := route[target]; seen {
				continue
			}

			route[target] = route[pkg] + " -> " + target

			if room, _, _ := strings.Cut(target, "/"); room == "dev" {
				t.Errorf("the app needs %s: %s", target, route[target])
			}

			waiting = append(waiting, target)
		}
	}

	if _, seen := route["platform/db"]; !seen {
		t.Error("the walk did not find what the app needs")
	}
}
