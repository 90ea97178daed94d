package account

import (
	"encoding/json"
	"testing"
	"time"

	"loket/internal/identity"
)

// The dashboard reads these names (docs/product/access.md#calls).
func TestShapeOfTheCurrentUser(t *testing.T) {
	t.Parallel()

	p := identity.Principal{
		UserID: 12, Username: "root", Permissions: identity.MakePermissions(6, 14), Idle: time.Hour,
		Roles: []identity.RoleRef{{ID: 7, Name: "client_root", Label: "Client Root"}},
	}
	u := identity.User{
		FullName: "Some One", Email: "root@example.com", Active: true, LastUsedAt: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC),
	}
	c := identity.Client{
		ID: 1001, Code: "majujaya", Name: "Toko Maju Jaya", LegalName: "PT Maju Jaya", EmailFinance: "billing@example.com",
		Features: identity.MakeFeatures(identity.Corporate, identity.Connect), TimeZone: "Asia/Jakarta",
	}

	got, err := json.Marshal(showCurrentUser(p, u, c))
	if err != nil {
		t.Fatal(err)
	}

	const want = `{"id":"12","username":"root","fullName":"Some One","roleId":[7],"role":["client_root"],"roleName":"Client Root",` +
		`"active":true,"email":"root@example.com","language":null,"lastUsedAt":"2026-03-01T08:00:00Z","pin":false,"permission":[6,14],` +
		`"idleMinutes":60,"options":{"depositEventNewReport":false},"Client":{"id":1001,"code":"majujaya","name":"Toko Maju Jaya",` +
		`"legalName":"PT Maju Jaya","emailFinance":"billing@example.com","features":["corporate","connect"],` +
		`"hasSettlement":false,"settlementActive":false,"timeZone":"Asia/Jakarta"}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	if m := permissionMap(p); len(m) != 2 || !m["6"] || !m["14"] {
		t.Errorf("permissions %v", m)
	}
}
