package webapp

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"slices"
	"strings"
)

// routesFile is where the build lists the files of each route (web/route-chunks.ts).
const routesFile = ".vite/routes.json"

// route is a page of the app with the files that it loads beside those that index.html names.
type route struct {
	Path  string   `json:"path"`  // as the router writes it: "/orders/{-$type}"
	Query string   `json:"query"` // the parameter that opens a drawer, whose files are among them; "" for the page alone
	Files []string `json:"files"`

	parts   []string
	styles  []byte
	scripts []byte
}

// readRoutes reads the routes of a build; one without the file has none.
func readRoutes(files fs.FS, base string) ([]route, error) {
	text, err := fs.ReadFile(files, routesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}

	if err != nil {
		return nil, fmt.Errorf("read the app's routes: %w", err)
	}

	var routes []route

	if err := json.Unmarshal(text, &routes); err != nil {
		return nil, fmt.Errorf("read the app's routes: %w", err)
	}

	for i := range routes {
		routes[i].parts = strings.Split(strings.Trim(routes[i].Path, "/"), "/")
		routes[i].styles, routes[i].scripts = links(base, routes[i].Files)
	}

	// "/profile/developers" before "/profile/{-$type}", as in the router.
	slices.SortStableFunc(routes, func(a, b route) int { return strings.Count(a.Path, "$") - strings.Count(b.Path, "$") })

	return routes, nil
}

// links make the browser fetch files at once. Otherwise it would ask for them one step after the other: those of the first page, then
// those of the route.
func links(base string, files []string) (styles, scripts []byte) {
	link := func(kind, name string) string {
		return `<link rel="` + kind + `" crossorigin href="` + html.EscapeString(base+name) + `" nonce="` + nonceMark + `">` + "\n"
	}

	for _, name := range files {
		if strings.HasSuffix(name, ".css") {
			styles = append(styles, link("stylesheet", name)...)
		} else {
			scripts = append(scripts, link("modulepreload", name)...)
		}
	}

	return styles, scripts
}

// routeOf returns the route of a path below the base; for a path without one it has no links.
func routeOf(routes []route, path string, query url.Values) route {
	asked := strings.Split(strings.Trim(path, "/"), "/")

	for _, r := range routes {
		if r.matches(asked) && (r.Query == "" || query.Has(r.Query)) {
			return r
		}
	}

	return route{}
}

// matches compares the parts of a path: "$id" stands for any, and "{-$type}" also for none at the end.
func (r route) matches(asked []string) bool {
	for i, part := range r.parts {
		optional := strings.HasPrefix(part, "{-$")

		switch {
		case i >= len(asked):
			return optional && i == len(r.parts)-1
		case !optional && !strings.HasPrefix(part, "$") && part != asked[i]:
			return false
		}
	}

	return len(asked) == len(r.parts)
}
