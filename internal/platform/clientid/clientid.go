// Package clientid tells the id of a client from that of its sandbox.
//
// A sandbox is a client of its own, so its orders, money and events are apart from the real ones as those of two clients are. Its id says whose
// it is: a multiple of FirstSandbox and the id of its client. No look-up is needed to know that an id is of a sandbox, neither here nor in a
// statement or a constraint.
package clientid

// Provider is the id of the provider itself. It has no wallets and no keys; its users are the staff.
const Provider = 1

// FirstSandbox is above every id of a client and not above any of a sandbox. Constraints of the database have the same number.
const FirstSandbox = 1_000_000_000

// FirstSandboxSQL is FirstSandbox in a statement.
const FirstSandboxSQL = "1000000000"

// MaxSandboxes is how many sandboxes a client can have, one after the other: their ids stay exact in JSON.
const MaxSandboxes = 1_000_000

// IsSandbox reports whether an id is that of a sandbox.
func IsSandbox(client int64) bool { return client >= FirstSandbox }

// Live is the client that an id belongs to: its own, or that of the client whose sandbox it is.
func Live(client int64) int64 { return client % FirstSandbox }

// Sandbox is the id of a client's sandbox. A reset makes another one: number counts them from 1.
func Sandbox(client, number int64) int64 { return number*FirstSandbox + Live(client) }

// Number is the number of a sandbox among those of its client; 0 for a client.
func Number(client int64) int64 { return client / FirstSandbox }
