package main

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"loket/internal/identity/factor"
	"loket/internal/platform/db"
)

const (
	// besideOverview is the goal: finishing orders loses less than a tenth while staff look at the overview.
	besideOverview = 0.9

	// Ten members of staff look: the page asks at most every five seconds.
	overviewEvery = 500 * time.Millisecond

	staffName        = "bench"
	staffOwnPassword = "Measure-Of-Orders-1"
)

// finishBesideOverview measures orders that are finished, first alone and then while staff look at the overview.
func (p *program) finishBesideOverview(ctx context.Context, e *engines, engine db.Engine, length time.Duration, f figures) (int, error) {
	alone, err := p.finishSingles(ctx, e, engine, length, "overview-apart", "0", f)
	if err != nil {
		return 0, err
	}

	token, err := p.signInStaff(ctx)
	if err != nil {
		return 0, fmt.Errorf("sign in: %w", err)
	}

	looking, stop := context.WithCancel(ctx)
	defer stop()

	var (
		looks   sync.WaitGroup
		took    []float64
		lookErr error
	)

	looks.Go(func() { took, lookErr = p.lookAtOverview(looking, token) })

	beside, err := p.finishSingles(ctx, e, engine, length, "overview", "0", f)

	stop()
	looks.Wait()

	f["overview-look"] = append(f["overview-look"], took...)

	return alone + beside, errors.Join(err, lookErr)
}

// lookAtOverview asks for the overview until the context ends, at once and then every half second. It returns the milliseconds of each look.
func (p *program) lookAtOverview(ctx context.Context, token string) (took []float64, err error) {
	for ctx.Err() == nil {
		began := time.Now()

		_, err := p.askStaff(ctx, http.MethodGet, "overview", token, nil)
		if err != nil && ctx.Err() == nil {
			return took, fmt.Errorf("overview: %w", err)
		}

		if err == nil {
			took = append(took, milliseconds(time.Since(began)))
		}

		select {
		case <-ctx.Done():
		case <-time.After(overviewEvery):
		}
	}

	return took, nil
}

// signInStaff signs the owner in for the first time, which needs another password and an authenticator app, and returns the token.
func (p *program) signInStaff(ctx context.Context) (string, error) {
	signIn := func(password string) (map[string]any, error) {
		return p.askStaff(ctx, http.MethodPost, "auth", "", map[string]string{"username": staffName, "password": password})
	}

	// The first password is refused with a token that serves to change it.
	expired, err := signIn(p.Password)
	if expired["token"] == nil {
		return "", err
	}

	own := map[string]string{"password": staffOwnPassword, "rePassword": staffOwnPassword}
	if _, err := p.askStaff(ctx, http.MethodPost, "auth/password", fmt.Sprint(expired["token"]), own); err != nil {
		return "", err
	}

	first, err := signIn(staffOwnPassword)
	if err != nil {
		return "", err
	}

	token := fmt.Sprint(first["token"])

	made, err := p.askStaff(ctx, http.MethodPost, "me/app", token, struct{}{})
	if err != nil {
		return "", err
	}

	shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(fmt.Sprint(made["secret"]), " ", ""))
	if err != nil {
		return "", fmt.Errorf("secret of the app: %w", err)
	}

	code := map[string]string{"code": factor.Code(shared, factor.StepOf(time.Now()), factor.CodeDigits)}
	_, err = p.askStaff(ctx, http.MethodPost, "me/app/"+fmt.Sprint(made["id"])+"/confirm", token, code)

	return token, err
}

// askStaff makes a call of staff. It returns the body also of a refusal.
func (p *program) askStaff(ctx context.Context, method, path, token string, body any) (map[string]any, error) {
	var text bytes.Buffer

	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			return nil, fmt.Errorf("body: %w", err)
		}
	}

	r, err := http.NewRequestWithContext(ctx, method, "http://"+p.Staff+"/staff/v1/"+path, &text)
	if err != nil {
		return nil, err
	}

	r.Header.Set("Content-Type", "application/json")

	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}

	read, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		return nil, err
	}

	var out map[string]any
	if err := json.Unmarshal(read, &out); err != nil {
		return nil, fmt.Errorf("answer %d: %w", answer.StatusCode, err)
	}

	if answer.StatusCode >= http.StatusBadRequest {
		return out, fmt.Errorf("%s answered %d: %s", path, answer.StatusCode, read)
	}

	return out, nil
}

func reportOverview(b *bench, engine db.Engine, f figures) {
	if len(f["overview"]) == 0 {
		return
	}

	of := func(name string) float64 { return median(f[name]) }

	b.add(result{
		Name: "1.9-overview", Engine: engine.String(), Value: of("overview"), Unit: ordersPerSecond, Better: higher,
		Beside: "the same while nobody looks", BesideValue: of("overview-apart"),
	}, besideOverview)
	b.add(result{
		Name: "1.9-overview-cpu", Engine: engine.String(), Value: of("overview-cpu"), Unit: "us/order", Better: lower,
		Beside: "the same while nobody looks", BesideValue: of("overview-apart-cpu"),
	}, 1/besideOverview)
	b.add(result{Name: "1.9-overview-look", Engine: engine.String(), Value: of("overview-look"), Unit: "ms", Better: lower}, 0)
}
