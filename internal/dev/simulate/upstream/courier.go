package upstream

import (
	"container/heap"
	"context"
	"sync"
	"time"
)

// couriers is the number of notices sent at the same time.
const couriers = 16

// action is something delayed. It is lost at a stop, so everything important must also be in the
// book.
type action struct {
	at  time.Time
	run func(ctx context.Context)
}

type actionHeap []action

func (h *actionHeap) Len() int           { return len(*h) }
func (h *actionHeap) Less(i, j int) bool { return (*h)[i].at.Before((*h)[j].at) }
func (h *actionHeap) Swap(i, j int)      { (*h)[i], (*h)[j] = (*h)[j], (*h)[i] }

// Push implements heap.Interface; only actions are pushed.
func (h *actionHeap) Push(x any) {
	if t, ok := x.(action); ok {
		*h = append(*h, t)
	}
}

// Pop implements heap.Interface.
func (h *actionHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]

	return last
}

// courier runs actions at their time with a limited number of workers. It uses the system clock:
// people wait for simulated delays.
type courier struct {
	mu      sync.Mutex
	actions actionHeap
	wake    chan struct{}

	workers chan struct{}
	group   sync.WaitGroup
	cancel  context.CancelFunc
}

// startCourier takes the context's values, not its end: couriers live until stop.
func startCourier(ctx context.Context) *courier {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &courier{wake: make(chan struct{}, 1), workers: make(chan struct{}, couriers), cancel: cancel}

	c.group.Go(func() { c.loop(ctx) })

	return c
}

// runLater runs the action after a while.
func (c *courier) runLater(wait time.Duration, run func(context.Context)) {
	c.mu.Lock()
	heap.Push(&c.actions, action{at: time.Now().Add(wait), run: run})
	c.mu.Unlock()

	select {
	case c.wake <- struct{}{}:
	default: // a wake-up is already waiting
	}
}

// stop ends at once what is on its way and forgets the rest.
func (c *courier) stop() {
	c.cancel()
	c.group.Wait()
}

func (c *courier) loop(ctx context.Context) {
	const idle = time.Hour

	timer := time.NewTimer(idle)
	defer timer.Stop()

	for {
		due, wait := c.next()
		if due == nil {
			if wait == 0 {
				wait = idle
			}

			timer.Reset(wait)

			select {
			case <-timer.C:
			case <-c.wake:
			case <-ctx.Done():
				return
			}

			continue
		}

		select {
		case c.workers <- struct{}{}:
		case <-ctx.Done():
			return
		}

		c.group.Go(func() {
			defer func() { <-c.workers }()

			due(ctx)
		})
	}
}

// next gives an action that is due, or how long to wait for the first one (0: none).
func (c *courier) next() (func(context.Context), time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if len(c.actions) == 0 {
		return nil, 0
	}

	if wait := time.Until(c.actions[0].at); wait > 0 {
		return nil, wait
	}

	due, _ := heap.Pop(&c.actions).(action)

	return due.run, 0
}
