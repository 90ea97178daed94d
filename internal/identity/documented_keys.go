package identity

import "loket/internal/platform/secret"

// DocumentedKeys are the API keys that documents name, so everyone knows them. The demo makes them. A real deployment refuses to
// start while one of them is valid.
func DocumentedKeys() []secret.Text { return []secret.Text{"lk_demo_1001", "lk_demo_1002"} }
