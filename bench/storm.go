package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

// Goals and settings of 1.6.
const (
	stormUsers    = 1_000
	stormMemory   = 200 // MiB more than before
	stormRate     = 0.9
	stormTwice    = 2 // goal: p99 of orders at most twice its normal
	stormTime     = 3 * time.Minute
	stormPassword = "Storm-of-Sign-Ins-1"

	// Meanwhile orders arrive at a fixed rate, as from many clients. Slow answers
	// must not make them rarer.
	stormOrders      = 100 // a second
	stormConnections = 32
	stormNormal      = 3 // times -seconds
)

// storm measures 1.6: a thousand users sign in at once over HTTP while orders
// arrive, beside the bare hash rate of the same number of cores.
func storm(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		f := figures{}

		for range b.rounds {
			if err := stormRound(ctx, b, e, engine, f); err != nil {
				return fmt.Errorf("%s: %w", engine, err)
			}
		}

		reportStorm(b, engine, f)
	}

	return nil
}

func stormRound(ctx context.Context, b *bench, e *engines, engine db.Engine, f figures) error {
	p, err := startProgram(ctx, b, e, engine, "")
	if err != nil {
		return err
	}

	orders, err := p.storm(ctx, b, f)
	if err := errors.Join(err, p.stop()); err != nil {
		return err
	}

	return p.proven(ctx, orders)
}

// storm runs one round. It returns the number of orders acknowledged meanwhile.
func (p *program) storm(ctx context.Context, b *bench, f figures) (int, error) {
	if err := p.addUsers(ctx, stormUsers); err != nil {
		return 0, err
	}

	length := time.Duration(b.seconds * float64(time.Second))
	calm := make(chan struct{})

	time.AfterFunc(stormNormal*length, func() { close(calm) })

	normal, err := pacedOrders(ctx, p.API, "calm", calm)
	if err != nil {
		return 0, err
	}

	bare, bareCPU := bareHashes(length)

	rest, err := residentMiB(p.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}

	most, used := watchMemory(p.cmd.Process.Pid), cpuOf(p.cmd.Process.Pid)
	rate, busy, stormErr := p.signInsWithOrders(ctx)
	used = cpuOf(family(p.cmd.Process.Pid)...) - used // with the hashing process

	peak, err := most()
	if err := errors.Join(stormErr, err); err != nil {
		return 0, err
	}

	f.add("rate", rate)
	f.add("cpu", milliseconds(used/stormUsers))

	// Measured again, since other work on the machine changes.
	again, againCPU := bareHashes(length)
	f.add("bare", mean(bare, again))
	f.add("bare-cpu", mean(bareCPU, againCPU))
	f.add("memory", peak-rest)
	f.add("calm", milliseconds(normal.p99))
	f.add("busy", milliseconds(busy.p99))

	return normal.calls + busy.calls, nil
}

// addUsers makes users of the first client. The service makes each with a cheap hash, which is then
// replaced by one hash of a deployment's cost: a thousand of those would take half
// a minute.
func (p *program) addUsers(ctx context.Context, count int) (err error) {
	d, err := db.Open(ctx, db.Options{URL: p.where.DSN()})
	if err != nil {
		return fmt.Errorf("users: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	people, err := benchPeople(p, d, password.Options{Memory: 64, Time: 1})
	if err != nil {
		return err
	}

	by := identity.By{Actor: audit.Staff("bench"), Reason: "to measure"}

	for i := range count {
		name := stormUser(i)
		if _, _, err := people.CreateUser(ctx, by, identity.NewUser{
			ClientID: firstUser, Username: name, Email: name + "@example.com", RoleIDs: []int64{identity.ClientUserID},
			Password: stormPassword, KeepPassword: true,
		}); err != nil {
			return fmt.Errorf("users: %w", err)
		}
	}

	hasher, err := password.NewHasher(password.Options{}, servingConfig(p.where).PINPepper)
	if err != nil {
		return fmt.Errorf("users: %w", err)
	}

	hash, err := hasher.Hash(ctx, stormPassword)
	if err != nil {
		return fmt.Errorf("users: %w", err)
	}

	return d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE users SET password_hash = $1`, hash)

		return err
	})
}

// benchPeople is the service of users on the database of a program.
func benchPeople(p *program, d *db.DB, hash password.Options) (*identity.Service, error) {
	conf := servingConfig(p.where)

	return newPeople(d, conf.TokenKey, conf.PINPepper, hash)
}

func stormUser(i int) string { return fmt.Sprintf("clerk%d", i) }

// bareHashes measures the hashes per second with as many workers as the program
// uses and no other work, and the processor time of one hash in ms.
func bareHashes(length time.Duration) (rate, cpu float64) {
	const (
		memory, passes = 19 * 1024, 2 // as in password.Options
		salt, key      = "0123456789abcdef", 32
	)

	var (
		wg   sync.WaitGroup
		done atomic.Int64
	)

	began, used := time.Now(), cpuOf(os.Getpid())

	for range max(1, runtime.NumCPU()-1) {
		wg.Go(func() {
			for time.Since(began) < length {
				argon2.IDKey([]byte(stormPassword), []byte(salt), passes, memory, 1, key)
				done.Add(1)
			}
		})
	}

	wg.Wait()

	used = cpuOf(os.Getpid()) - used

	return float64(done.Load()) / time.Since(began).Seconds(), milliseconds(used / time.Duration(done.Load()))
}

func mean(a, b float64) float64 { return (a + b) / 2 }

// signInsWithOrders signs all users in at the same moment. It returns the sign-ins
// per second and the times of the orders meanwhile.
func (p *program) signInsWithOrders(ctx context.Context) (float64, outcome, error) {
	wires, err := dialAll(ctx, p.API, stormUsers, 1)
	if err != nil {
		return 0, outcome{}, err
	}
	defer hangUp(wires)

	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		failed []error
	)

	over := make(chan struct{})
	began := time.Now()

	for i, w := range wires {
		wg.Go(func() {
			if err := errors.Join(w.conn.SetDeadline(began.Add(stormTime)), signIn(w, i)); err != nil {
				mu.Lock()
				defer mu.Unlock()

				failed = append(failed, err)
			}
		})
	}

	var took time.Duration

	go func() {
		wg.Wait()

		took = time.Since(began)

		close(over)
	}()

	busy, err := pacedOrders(ctx, p.API, "storm", over)
	<-over

	if len(failed) > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d sign-ins failed, as: %w", len(failed), stormUsers, failed[0]))
	}

	return stormUsers / took.Seconds(), busy, err
}

// signIn signs a user in, whose token the connection sends from then on.
func signIn(w *wire, i int) error {
	body := fmt.Appendf(nil, `{"clientId":%d,"username":%q,"password":%q}`, firstUser, stormUser(i), stormPassword)

	status, text, err := w.call(http.MethodPost, "/v1/auth", body)
	if err := expect(http.StatusOK)(status, text, err); err != nil {
		return err
	}

	var in struct {
		Token string `json:"token"`
	}

	if err := json.Unmarshal(text, &in); err != nil || in.Token == "" {
		return fmt.Errorf("a sign-in without a token: %s", text)
	}

	w.key = in.Token

	return nil
}

func reportStorm(b *bench, engine db.Engine, f figures) {
	of := func(name string) float64 { return median(f[name]) }

	b.addLimit(result{Name: "1.6-memory", Engine: engine.String(), Value: of("memory"), Unit: "MiB more", Better: lower}, stormMemory)
	b.add(result{
		Name: "1.6-sign-ins", Engine: engine.String(), Value: of("rate"), Unit: "sign-ins/s", Better: higher,
		Beside: "argon2id alone", BesideValue: of("bare"),
	}, stormRate)
	b.add(result{
		Name: "1.6-sign-in-cpu", Engine: engine.String(), Value: of("cpu"), Unit: "ms", Better: lower,
		Beside: "argon2id alone", BesideValue: of("bare-cpu"),
	}, 0) // contains the work for the orders meanwhile
	b.add(result{
		Name: "1.6-orders-p99", Engine: engine.String(), Value: of("busy"), Unit: "ms", Better: lower,
		Beside: "without a storm", BesideValue: of("calm"),
	}, stormTwice)
}
