// Package config holds all settings of a deployment in one struct. A flag overrides
// the environment, the environment overrides the file. Check lists all faults at
// once.
package config

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"loket/internal/platform/file/s3"
	"loket/internal/platform/secret"
)

// Database says where the data is. All commands that open the database use it.
type Database struct {
	DatabaseURL string `help:"PostgreSQL as postgres://user:password@host/name; empty uses SQLite in the data folder." env:"LOKET_DATABASE_URL" placeholder:"URL"`
	Data        string `help:"Folder of the database file, uploads and mail." env:"LOKET_DATA" default:"data" type:"path" placeholder:"DIR"`
}

// Log configures the log.
type Log struct {
	LogLevel  string `help:"Least level that is logged: debug, info, warn or error." env:"LOKET_LOG_LEVEL" default:"info" enum:"debug,info,warn,error"`
	LogFormat string `help:"Form of the log lines: json or text." env:"LOKET_LOG_FORMAT" default:"json" enum:"json,text"`

	TracesURL   string  `name:"traces-url" help:"Collector of OpenTelemetry that gets the paths of some orders (OTLP over HTTP), as http://127.0.0.1:4318/v1/traces; empty: none. http is for this machine alone." env:"LOKET_TRACES_URL" placeholder:"URL"`
	TracesRatio float64 `name:"traces-ratio" help:"Share of orders that is traced, 0 to 1." env:"LOKET_TRACES_RATIO" default:"0.01"`

	RequestLog bool `help:"Keep a log of the calls with API keys for the developers of clients." env:"LOKET_REQUEST_LOG" default:"true" negatable:""`
}

// Addresses are the listening and public addresses.
type Addresses struct {
	Listen      string        `help:"Address that the API and the pages answer on." env:"LOKET_LISTEN" default:"127.0.0.1:8080"`
	StaffListen string        `help:"Address of the provider's staff portal and its API; empty: off." env:"LOKET_STAFF_LISTEN" placeholder:"ADDRESS"`
	TLSCert     string        `name:"tls-cert" help:"File with a certificate and its chain (PEM): the API, the pages and the staff portal speak TLS. Read again when it changes." env:"LOKET_TLS_CERT" type:"path" placeholder:"FILE"`
	TLSKey      string        `name:"tls-key" help:"File with the certificate's key (PEM)." env:"LOKET_TLS_KEY" type:"path" placeholder:"FILE"`
	AdminListen string        `help:"Address of /metrics, for operators alone." env:"LOKET_ADMIN_LISTEN" default:"127.0.0.1:9090"`
	Drain       time.Duration `help:"How long a stop goes on answering after /readyz says 503, so that a proxy moves to other nodes before: as long as it takes to notice." env:"LOKET_DRAIN" default:"0s"`
	Profiles    bool          `help:"Serve profiles of the process at /debug/pprof/ of the admin address, to look for what takes time or memory." env:"LOKET_PROFILES" negatable:""`
}

// Flags switch whole areas on.
type Flags struct {
	Settlement bool `help:"Turn pay-later on." env:"LOKET_SETTLEMENT" negatable:""`
	Pricing    bool `help:"Turn client-side pricing on." env:"LOKET_PRICING" negatable:""`
	Analytics  bool `help:"Turn storefront analytics on." env:"LOKET_ANALYTICS" negatable:""`
}

// Page is the runtime configuration of the dashboard.
type Page struct {
	PasskeyDomain  string `help:"Domain that passkeys are made for; empty is the host of public-url, which may also be below it. Changing it ends all passkeys." env:"LOKET_PASSKEY_DOMAIN" placeholder:"DOMAIN"`
	PublicURL      string `help:"Address that browsers use, https://host; links and strict transport depend on it." env:"LOKET_PUBLIC_URL" placeholder:"URL"`
	MainURL        string `help:"Origin of the main calls; empty is the page's own." env:"LOKET_MAIN_URL" placeholder:"URL"`
	PaymentURL     string `help:"Origin of the payment calls." env:"LOKET_PAYMENT_URL" placeholder:"URL"`
	SettlementURL  string `help:"Origin of the settlement calls." env:"LOKET_SETTLEMENT_URL" placeholder:"URL"`
	ConnectURL     string `help:"Origin of the connect calls." env:"LOKET_CONNECT_URL" placeholder:"URL"`
	ShopURL        string `help:"Public address under which shops are served, https://host; empty is the dashboard's own." env:"LOKET_SHOP_URL" placeholder:"URL"`
	SupportChat    string `help:"Chat link of the help button." env:"LOKET_SUPPORT_CHAT" placeholder:"URL"`
	SupportEmail   string `help:"E-mail address of the help button." env:"LOKET_SUPPORT_EMAIL" placeholder:"ADDRESS"`
	SupportDesk    string `help:"Helpdesk link of the help button." env:"LOKET_SUPPORT_DESK" placeholder:"URL"`
	SettlementForm string `help:"Application form for a settlement, which the invoice page links to; empty hides the link." env:"LOKET_SETTLEMENT_FORM" placeholder:"URL"`
	PageDSN        string `help:"Address that the dashboard reports its errors to (Sentry's form); public." env:"LOKET_PAGE_DSN" placeholder:"URL"`
}

// Mail configures the sending of mails. Without a host, mails wait in the queue.
type Mail struct {
	SMTPHost         string      `help:"Mail server that takes the messages to people." env:"LOKET_SMTP_HOST" placeholder:"HOST"`
	SMTPPort         int         `help:"Port of the mail server." env:"LOKET_SMTP_PORT" default:"587"`
	SMTPTLS          string      `help:"How the way to it is protected: starttls, tls (from the first byte), or none (this machine alone)." env:"LOKET_SMTP_TLS" default:"starttls" name:"smtp-tls"`
	SMTPUser         string      `help:"Name to sign in with at the mail server." env:"LOKET_SMTP_USER" placeholder:"NAME"`
	SMTPPassword     secret.Text `help:"Password to sign in with at the mail server." env:"LOKET_SMTP_PASSWORD" placeholder:"SECRET"`
	SMTPPasswordFile string      `help:"File with the password of the mail server." env:"LOKET_SMTP_PASSWORD_FILE" type:"path" placeholder:"FILE"`
	MailFrom         string      `help:"Sender of all messages, as Loket <no-reply@example.com>." env:"LOKET_MAIL_FROM" placeholder:"ADDRESS"`
}

// MailSender is the sender of all mails. The default address receives nothing: a
// real deployment sets its own.
func (m Mail) MailSender() string {
	if m.MailFrom == "" {
		return "Loket <no-reply@loket.example>"
	}

	return m.MailFrom
}

// Secrets must be random, have at least 32 characters, and never change while the
// data is in use. Each is given as a value or as a file that only its owner can read.
type Secrets struct {
	FactorKeys

	TokenKey      secret.Text `help:"Key that signs session tokens." env:"LOKET_TOKEN_KEY" placeholder:"SECRET"`
	TokenKeyFile  string      `help:"File with the key that signs session tokens." env:"LOKET_TOKEN_KEY_FILE" type:"path" placeholder:"FILE"`
	PINPepper     secret.Text `help:"Secret that PINs are hashed with." name:"pin-pepper" env:"LOKET_PIN_PEPPER" placeholder:"SECRET"`
	PINPepperFile string      `help:"File with the secret that PINs are hashed with." name:"pin-pepper-file" env:"LOKET_PIN_PEPPER_FILE" type:"path" placeholder:"FILE"`
	ReportDSN     secret.Text `help:"Address that the server reports errors to (Sentry's form)." env:"LOKET_REPORT_DSN" placeholder:"URL"`
}

// FactorKeys encrypt the secrets of authenticator apps. Without one a key of the PIN pepper does, which opens them in any case.
type FactorKeys struct {
	FactorKey        secret.Text `help:"Key that encrypts the secrets of authenticator apps; without it that is a key made from pin-pepper." env:"LOKET_FACTOR_KEY" placeholder:"SECRET"`
	FactorKeyFile    string      `help:"File with this key." env:"LOKET_FACTOR_KEY_FILE" type:"path" placeholder:"FILE"`
	OldFactorKey     secret.Text `help:"The key before it, until loket admin factors reseal has run." env:"LOKET_OLD_FACTOR_KEY" placeholder:"SECRET"`
	OldFactorKeyFile string      `help:"File with the key before it." env:"LOKET_OLD_FACTOR_KEY_FILE" type:"path" placeholder:"FILE"`
}

// Check refuses a key before the present one without the present one: it would encrypt.
func (k FactorKeys) Check() error {
	if k.OldFactorKey != "" && k.FactorKey == "" && k.FactorKeyFile == "" {
		return errors.New("old-factor-key: there is no factor-key; to encrypt with the pepper again, give the pepper as factor-key")
	}

	return nil
}

// AllFactorKeys are the keys that are set, the one that encrypts first.
func (k FactorKeys) AllFactorKeys() []secret.Text {
	return slices.DeleteFunc([]secret.Text{k.FactorKey, k.OldFactorKey}, func(key secret.Text) bool { return key == "" })
}

// S3 is the bucket for files. Without a bucket name files are kept in the data
// folder.
type S3 struct {
	S3Endpoint      string      `name:"s3-endpoint" help:"Store that speaks S3, https://host or https://host:port; http for this machine alone." env:"LOKET_S3_ENDPOINT" placeholder:"URL"`
	S3Bucket        string      `name:"s3-bucket" help:"Bucket for the files that clients fetch; empty keeps them in the data folder." env:"LOKET_S3_BUCKET" placeholder:"NAME"`
	S3Prefix        string      `name:"s3-prefix" help:"Folder in the bucket; empty is all of it." env:"LOKET_S3_PREFIX" placeholder:"FOLDER"`
	S3Region        string      `name:"s3-region" help:"Region of the bucket; empty takes it from an address of AWS, else us-east-1." env:"LOKET_S3_REGION" placeholder:"NAME"`
	S3Style         string      `name:"s3-style" help:"Where addresses name the bucket: path, host, or auto (host at AWS, else path)." env:"LOKET_S3_STYLE" default:"auto"`
	S3AccessKey     string      `name:"s3-access-key" help:"Access key of the store." env:"LOKET_S3_ACCESS_KEY" placeholder:"KEY"`
	S3SecretKey     secret.Text `name:"s3-secret-key" help:"Secret key of the store." env:"LOKET_S3_SECRET_KEY" placeholder:"SECRET"`
	S3SecretKeyFile string      `name:"s3-secret-key-file" help:"File with the secret key of the store." env:"LOKET_S3_SECRET_KEY_FILE" type:"path" placeholder:"FILE"`
}

// UsesS3 reports whether files are kept in a bucket.
func (s S3) UsesS3() bool { return s.S3Bucket != "" }

// Options converts the settings to those of the store.
func (s S3) Options() s3.Options {
	return s3.Options{
		Endpoint: s.S3Endpoint, Bucket: s.S3Bucket, Prefix: s.S3Prefix, Region: s.S3Region, Style: s3.Style(s.S3Style),
		AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey,
	}
}

// Limits bound what clients may have waiting and in flight on each node. What is beyond is
// refused with BusyError before anything is charged.
type Limits struct {
	MaxWaiting        int           `help:"Most orders of a client that wait for their suppliers or their outcome." env:"LOKET_MAX_WAITING" default:"200000"`
	MaxWaitingInAll   int           `help:"Most orders of all clients that wait for their suppliers or their outcome." env:"LOKET_MAX_WAITING_IN_ALL" default:"1000000"`
	MaxInquiries      int           `help:"Most inquiries of a client at a time." env:"LOKET_MAX_INQUIRIES" default:"1000"`
	MaxInquiriesInAll int           `help:"Most inquiries of all clients at a time." env:"LOKET_MAX_INQUIRIES_IN_ALL" default:"2000"`
	OrderWait         time.Duration `help:"How long an order waits at most while its supplier doesn't answer; then it fails, since it was never sent." env:"LOKET_ORDER_WAIT" default:"15m"`
	MaxLoss           int64         `help:"How much more than the client pays a supplier may take for an order, in whole rupiah. A supplier whose recorded cost is higher is not tried." env:"LOKET_MAX_LOSS" default:"0" placeholder:"RUPIAH"`
	PriceJump         int           `help:"By how many percent a supplier may change a price for it to become the recorded cost without a person; 1 to 100." env:"LOKET_PRICE_JUMP" default:"20" placeholder:"PERCENT"`
	RouteOthers       int           `help:"Percent of the orders of a routing rule by recent success that go to its other suppliers, so that their recovery is seen; 3 to 5." env:"LOKET_ROUTE_OTHERS" default:"4" placeholder:"PERCENT"`
	RecentlyPaidDays  int           `help:"Bill payment warns of a number that was paid in so many days." env:"LOKET_RECENTLY_PAID_DAYS" default:"7"`
}

// Topup configures top-ups by bank transfer.
type Topup struct {
	TopupOff   bool          `help:"Turn top-ups by bank transfer off for all clients." env:"LOKET_TOPUP_OFF" negatable:""`
	TopupMax   int64         `help:"Largest nominal of a top-up by bank transfer, in whole rupiah." env:"LOKET_TOPUP_MAX" default:"500000000"`
	TopupTime  time.Duration `help:"How long a top-up by bank transfer stays open." env:"LOKET_TOPUP_TIME" default:"3h"`
	StaffEmail string        `help:"Address of staff that gets the requests of clients, and each day what is in suspense and how bank statements differ." env:"LOKET_STAFF_EMAIL" placeholder:"ADDRESS"`
}

// Webhooks configures what is sent to endpoints of clients.
type Webhooks struct {
	WebhookSourceAddresses []string `help:"Public addresses or networks that webhooks come from, as 203.0.113.7 or 203.0.113.0/28; clients read them at /v1/webhook-addresses." env:"LOKET_WEBHOOK_SOURCE_ADDRESSES" placeholder:"ADDRESS"`
	OwnAddresses           []string `help:"Other public addresses or networks of this deployment, such as that of its proxy: no webhook is sent there." env:"LOKET_OWN_ADDRESSES" placeholder:"ADDRESS"`
}

// Invoice configures invoices of settlements.
type Invoice struct {
	InvoiceEntity      string `help:"Code of the legal entity that issues invoices; every number begins with it." env:"LOKET_INVOICE_ENTITY" default:"LKT" placeholder:"CODE"`
	InvoiceName        string `help:"Name of that entity on invoices." env:"LOKET_INVOICE_NAME" placeholder:"TEXT"`
	InvoiceAddress     string `help:"Its address on invoices." env:"LOKET_INVOICE_ADDRESS" placeholder:"TEXT"`
	InvoiceTaxNumber   string `help:"Its tax number (NPWP) on invoices." env:"LOKET_INVOICE_TAX_NUMBER" placeholder:"NUMBER"`
	InvoiceBank        string `help:"Bank to which invoices are paid, as BBCA." env:"LOKET_INVOICE_BANK" placeholder:"CODE"`
	InvoiceAccount     string `help:"Number of the account at that bank." env:"LOKET_INVOICE_ACCOUNT" placeholder:"NUMBER"`
	InvoiceAccountName string `help:"Holder of that account; the name of the entity when empty." env:"LOKET_INVOICE_ACCOUNT_NAME" placeholder:"TEXT"`
	InvoiceOverdueOK   bool   `name:"invoice-overdue-ok" help:"Let clients with an overdue invoice go on using their settlement." env:"LOKET_INVOICE_OVERDUE_OK" negatable:""`
	Scanner            string `help:"Malware scanner for uploaded files that speaks clamd's protocol: host:port, or unix:/path of a socket. Empty: none." env:"LOKET_SCANNER" placeholder:"ADDRESS"`
}

// Staff holds what staff commands must keep to. Its settings come from the environment or the file of settings: a flag
// would let the person whom a limit binds raise it.
type Staff struct {
	CapLimit       int64 `help:"Largest cap of a settlement limit in whole rupiah that one person sets alone; above it another one approves. 0 is any." env:"LOKET_CAP_LIMIT" setting:"only" default:"100000000" placeholder:"RUPIAH"`
	AdjustDayLimit int64 `help:"How much one person adjusts alone in a day in Jakarta, in whole rupiah, up and down added; above it another one approves. 0 is any." env:"LOKET_ADJUST_DAY_LIMIT" setting:"only" default:"30000000" placeholder:"RUPIAH"`
	AdjustLimit    int64 `help:"Largest wallet adjustment, and largest transfer in suspense to assign or return, in whole rupiah, that one person makes alone; above it another one approves. 0 is any." env:"LOKET_ADJUST_LIMIT" setting:"only" default:"10000000" placeholder:"RUPIAH"`
}

// Config holds all settings.
type Config struct {
	Database  `embed:"" group:"Data"`
	Addresses `embed:"" group:"Addresses"`
	Log       `embed:"" group:"Logs"`
	Flags     `embed:"" group:"Areas"`
	Page      `embed:"" group:"Dashboard"`
	Secrets   `embed:"" group:"Secrets"`
	Mail      `embed:"" group:"Mail"`
	S3        `embed:"" group:"Files"`
	Limits    `embed:"" group:"Limits"`
	Topup     `embed:"" group:"Top-up"`
	Webhooks  `embed:"" group:"Webhooks"`
	Invoice   `embed:"" group:"Invoices"`
	Staff     `embed:"" group:"Staff"`

	Backups        string   `help:"Folder into which backups are made: the metrics have the age of the newest, and loket doctor looks at it." env:"LOKET_BACKUPS" type:"path" placeholder:"DIR" group:"Data"`
	Suppliers      string   `help:"JSON file (mode 0600) that lists the suppliers and their credentials." env:"LOKET_SUPPLIERS" type:"path" placeholder:"FILE" group:"Suppliers"`
	Banks          string   `help:"JSON file (mode 0600) that lists the banks that notify us, and their keys." env:"LOKET_BANKS" type:"path" placeholder:"FILE" group:"Banks"`
	TrustedProxies []string `help:"Networks whose X-Forwarded-For is believed, as 10.0.0.0/8." env:"LOKET_TRUSTED_PROXIES" placeholder:"CIDR" group:"Addresses"`
	Environment    string   `help:"Name of this deployment in error reports." env:"LOKET_ENVIRONMENT" default:"production" group:"Logs"`
	PoolerURL      string   `help:"The same database through a pooler in transaction mode (PgBouncer), for single reads and writes; empty: database-url for all." env:"LOKET_POOLER_URL" placeholder:"URL" group:"Data"`
	ReplicaURL     string   `help:"A standby of the database for exports, reports and analytics (docs/operations.md); empty: none." env:"LOKET_REPLICA_URL" placeholder:"URL" group:"Data"`
	MaxConns       int      `help:"Most connections to PostgreSQL." env:"LOKET_MAX_CONNS" default:"24" group:"Data"`

	ReplicaMaxLag time.Duration `help:"How long such a read waits until the standby has all that was committed before it; then the primary is read." env:"LOKET_REPLICA_MAX_LAG" default:"1s" group:"Data"`

	DatabaseWorkers map[string]string `help:"Addresses of a Citus' workers as this program sees them, by those in pg_dist_node, where they differ: worker-1:5432=10.0.0.7:5432,..." env:"LOKET_DATABASE_WORKERS" mapsep:"," placeholder:"ADDRESS=ADDRESS" group:"Data"`

	Idle        time.Duration `help:"A session ends after this long without use." name:"session-idle" env:"LOKET_SESSION_IDLE" default:"2h" group:"Sessions"`
	MaxSession  time.Duration `help:"A session ends after this long in any case." name:"session-max" env:"LOKET_SESSION_MAX" default:"12h" group:"Sessions"`
	PasswordAge time.Duration `help:"Passwords expire after this long; 0 never." env:"LOKET_PASSWORD_AGE" default:"0" group:"Sessions"`
}

// DSN is the database's URL, or the SQLite file in the data folder.
func (d Database) DSN() string {
	if d.DatabaseURL != "" {
		return d.DatabaseURL
	}

	return filepath.Join(d.Data, databaseFile)
}

const databaseFile = "loket.db"
