package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Staff look at a preview, schedule prices, cancel one, and need a second person for one below cost.
func TestStaffCommandsOfPrices(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	file := filepath.Join(folder, "prices.csv")
	staff := func(want, content string, args ...string) {
		t.Helper()

		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}

		args = append(append([]string{"admin"}, args...), "--data", folder, "--reason", "as agreed")

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}
	}

	const head = "effective_at,product_code,client_id,supplier,amount\n"

	staff("1 created", "code,name,type,active\nTSEL,Telkomsel,mobile,true\n", "import", "operators", file)
	staff("1 created", "code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem\nTSEL10,Telkomsel 10.000,,TSEL,level_1,10250,,,,true,false\n",
		"import", "products", file)
	staff("1 created", "product_code,supplier,sku,preference,cost,active\nTSEL10,digiflazz-a,a,1,10100,true\n", "import", "skus", file)

	staff("have a problem now: 1", "", "product", "problem", "TSEL", "--operator", "--text", "Late deliveries")
	staff("loket: ", "", "product", "problem", "TSEL10")
	staff("have no problem now: 1", "", "product", "fine", "TSEL10")
	staff("not sold from 23:00 to 01:00 (WIB) now: 1", "", "product", "cutoff", "TSEL10", "23:00", "01:00")
	staff("sold all day now: 1", "", "product", "cutoff", "TSEL10", "00:00", "00:00")
	staff("loket: ", "", "product", "cutoff", "NONE", "23:00", "01:00")

	staff("2099-01-01 00:00:00 WIB  TSEL10", head+"2099-01-01 00:00,TSEL10,,,10300\n", "price", "import", file)
	staff("loket: line 2: ", head+"2099-01-01 00:00,TSEL10,9,,10300\n", "price", "import", file)
	staff("applied: true", head+"2099-01-01 00:00,TSEL10,,,10300\n", "price", "import", file, "--apply")
	staff("Rp 10.300", "", "price", "list")
	staff("change 1 is cancelled", "", "price", "cancel", "1")
	staff("loket: ", "", "price", "cancel", "1")

	staff("wait for a decision of staff", head+"2099-01-01 00:00,TSEL10,,,10000\n", "price", "import", file, "--apply")
	staff("product TSEL10, amount Rp 10.000, from 2099-01-01 00:00:00 WIB, cause import\n", "", "price", "waiting")
	staff("loket: ", "", "price", "approve", "1")
}
