package launch_test

import (
	"strings"
	"testing"

	"loket/internal/config"
	"loket/internal/dev/demo/launch"
)

func TestSecretStays(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	first, err := launch.Secret(folder, "token-key")
	if err != nil {
		t.Fatal(err)
	}

	again, err := launch.Secret(folder, "token-key")
	if err != nil || again != first || !strings.HasPrefix(first.Reveal(), config.DemoMark) {
		t.Errorf("%q, then %q, %v", first.Reveal(), again.Reveal(), err)
	}
}
