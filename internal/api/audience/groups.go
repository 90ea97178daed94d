package audience

// Tags of the whole document that have meanings of their own.
const (
	tagOperation = "operation" // health checks and documents
	tagLinks     = "links"     // HTML pages of e-mailed links
	tagShop      = "shop"
)

const conventions = "Money is whole rupiah in a JSON integer, times are RFC 3339 in UTC. Every error has the body of the schema Error; " +
	"its `code` never changes its meaning. Ignore fields, codes and types that you don't know: there will be more. " +
	"Every answer has the header `X-Request-Id`; quote it to support."

// Client is the name of the client API's audience.
const Client = "client"

func audiences() []audience {
	return []audience{clientAPI(), portal(), shop(), banks()}
}

func clientAPI() audience {
	return audience{
		name: Client, title: "Loket client API", prefix: "H2H",
		text: "Calls of clients' programs, with an API key. Guides and samples: `/docs/`. " + conventions,
		owns: func(op tree) bool { return op["x-permission"] == "apikey" },
		groups: []group{
			{"Orders", []string{"/h2h/v1/orders"}, "Place orders, look them up, list them."},
			{"Bills", []string{"/h2h/v1/inquiries"}, "What a bill costs, before it is paid."},
			{"Products", []string{"/h2h/v1/products"}, "What can be ordered, and for how much."},
			{"Money", []string{"/h2h/v1/balance", "/h2h/v1/wallets"}, "Balances of wallets and what changed them."},
			{"Events", []string{"/h2h/v1/events"}, "What happened, in order, since the last call."},
			{"Webhooks", []string{"/h2h/v1/webhooks"}, "Addresses of yours that events are pushed to, and what was sent."},
			{"Reconciliation", []string{"/h2h/v1/reconciliations"}, "Compare a day of yours with ours."},
			{"Shop orders", []string{"/h2h/v1/storefront-orders"}, "Orders of shoppers in your shop and their payments."},
			{"Sandbox", []string{"/h2h/v1/sandbox"}, "Calls for test keys alone."},
		},
	}
}

func portal() audience {
	return audience{
		name: "portal", title: "Loket portal",
		text: "The calls of the dashboard, with the token of a signed-in user. `x-permission` says who may call an operation: public, restricted " +
			"(the token of an expired password too), second-factor (the token of the first step of a sign-in alone), session, or the id of a permission; `x-step-up` that the session must have been proved within five minutes; `x-feature` names the feature that its client needs, `x-role` the role that " +
			"its user needs, `x-sandbox` that it can be sent with `Loket-Mode: test` (acts: in the sandbox of the client; same: the header changes nothing), `x-cost` what it uses for long: of such calls a client has two at a time, and more wait or get BusyError. " + conventions,
		owns: func(op tree) bool {
			switch op["x-permission"] {
			case "apikey", "signed":
				return false
			case "public":
				return tagOf(op) != tagOperation && tagOf(op) != tagLinks && tagOf(op) != tagShop
			default:
				return true
			}
		},
		groups: []group{
			{"Access", []string{"access"}, "Sign-in, sign-out, forgotten and expired passwords."},
			{"Account", []string{"account"}, "The signed-in user, its password, PIN and preferences."},
			{"Users", []string{"users"}, "Users of the client and their roles."},
			{"Orders", []string{"orders"}, "Orders, their exports, reports and receipts."},
			{"Scheduled orders", []string{"scheduled-orders"}, "One product for many destinations, at once, later or monthly."},
			{"Contacts", []string{"contacts"}, "The people and numbers that a client buys for."},
			{"Products", []string{"products"}, "Prices of the client, their history and watches."},
			{"Wallets", []string{"deposits"}, "Balances, history and statements of wallets."},
			{"Top-ups", []string{"topup"}, "Ways to pay money into a wallet."},
			{"Settlement", []string{"settlements"}, "Limits of paying later and their periods."},
			{"Invoices", []string{"invoices"}, "Invoices for what was paid later, and proofs of payment."},
			{"Shop", []string{"connect"}, "The shop of the client: set-up, prices, orders of shoppers."},
			{"Analytics", []string{"analytics"}, "What visitors of the shop do and buy."},
			{"Developers", []string{"webhooks", "requests", "sandbox"}, "Webhooks and what programs of the client called."},
			{"Announcements", []string{"announcements"}, "What the provider tells the users of the client."},
			{"Events", []string{"events"}, "Hints to open screens that something changed."},
		},
	}
}

func shop() audience {
	return audience{
		name: "shop", title: "Loket shops",
		text:   "What the pages of a shop call, without sign-in. The client's code is in the path. " + conventions,
		owns:   func(op tree) bool { return op["x-permission"] == "public" && tagOf(op) == tagShop },
		groups: []group{{"Shop", []string{tagShop}, "Destinations, names of accounts, orders of shoppers, and what the page reports of a visit."}},
	}
}

func banks() audience {
	return audience{
		name: "banks", title: "Loket callbacks",
		text: "What banks, and services between us and banks or suppliers, call. Each call is signed as its protocol says.",
		owns: func(op tree) bool { return op["x-permission"] == "signed" },
		groups: []group{
			{"SNAP BI", []string{"banks"}, "Virtual accounts by the standard of Bank Indonesia."},
			{"Notices", []string{"callbacks"}, "Notices of suppliers about orders and of Moota about mutations of our accounts."},
		},
	}
}
