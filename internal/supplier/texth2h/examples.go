package texth2h

import (
	"embed"
	"fmt"
)

//go:embed examples
var examples embed.FS

// Example gives the settings of an engine (otomax or irs) to begin with: its values and secrets are made up, and reports are missing.
func Example(engine string) (Settings, error) {
	raw, err := examples.ReadFile("examples/" + engine + ".json")
	if err != nil {
		return Settings{}, fmt.Errorf("example of %s: %w", engine, err)
	}

	return Parse(raw)
}
