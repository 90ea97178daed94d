package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"time"
)

// component is one part of the program, in CycloneDX's form.
type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"purl"`
}

// bill is the list of what the program is made of: the Go modules that the linker recorded in it, and the packages of the pages, without
// those that only build or test them.
func bill(s settings) ([]byte, error) {
	info, err := buildinfo.ReadFile(s.binary)
	if err != nil {
		return nil, err
	}

	parts := []component{{"library", "stdlib", info.GoVersion, "pkg:golang/stdlib@" + strings.TrimPrefix(info.GoVersion, "go")}}

	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}

		parts = append(parts, component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version})
	}

	text, err := os.ReadFile(s.lock)
	if err != nil {
		return nil, err
	}

	var lock struct {
		Packages map[string]struct {
			Version string `json:"version"`
			Dev     bool   `json:"dev"`
			Link    bool   `json:"link"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}

	const folder = "node_modules/"

	for path, p := range lock.Packages {
		if i := strings.LastIndex(path, folder); i >= 0 && !p.Dev && !p.Link {
			name := path[i+len(folder):]
			parts = append(parts, component{"library", name, p.Version, "pkg:npm/" + strings.ReplaceAll(name, "@", "%40") + "@" + p.Version})
		}
	}

	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.URL, b.URL) })
	parts = slices.Compact(parts)

	return indented(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": map[string]any{
			"timestamp": s.made.Format(time.RFC3339),
			"component": component{"application", "loket", s.version, "pkg:generic/loket@" + s.version},
		},
		"components": parts,
	})
}
