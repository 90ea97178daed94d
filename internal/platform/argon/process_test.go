package argon

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// childWord is the argument that makes the test binary the child process.
const childWord = "derive-keys"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == childWord {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}

		return
	}

	os.Exit(m.Run())
}

func cheap(text string) Key {
	return Key{Memory: 64, Time: 1, Threads: 1, Salt: []byte("somesalt"), Text: []byte(text), Length: 24}
}

// expensiveKey takes long enough to kill the child while it works.
func expensiveKey() Key {
	k := cheap("dear")
	k.Memory, k.Time = 16*1024, 8

	return k
}

func newProcess(t *testing.T, opt Options) *Process {
	t.Helper()

	opt.Command = []string{os.Args[0], childWord}
	p := NewProcess(opt)
	t.Cleanup(p.Close)

	return p
}

// running returns the child and fails the test when there is none.
func (p *Process) running(t *testing.T) *child {
	t.Helper()

	p.mu.Lock()
	defer p.mu.Unlock()

	if p.child == nil {
		t.Fatal("no process of its own runs")
	}

	return p.child
}

// The child process derives the same keys as this process, for many callers at
// once, and its environment is empty.
func TestTheOtherProcessDerivesTheSame(t *testing.T) {
	t.Setenv("LOKET_TOKEN_KEY", "a secret")

	p := newProcess(t, Options{})

	const reference = "655ad15eac652dc59f7170a7332bf49b8469be1fdb9c28bb" // by the reference program
	if got := hex.EncodeToString(p.Derive(cheap("password"))); got != reference {
		t.Errorf("got %s, want %s", got, reference)
	}

	var done sync.WaitGroup

	for i := range 32 {
		done.Go(func() {
			k := cheap(strconv.Itoa(i))
			if !bytes.Equal(p.Derive(k), k.Derive()) {
				t.Errorf("another key for %s", k.Text)
			}
		})
	}

	done.Wait()

	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.running(t).cmd.Process.Pid))
	if err != nil || len(environment) > 0 {
		t.Errorf("it knows %q, %v", environment, err)
	}
}

// All threads of the child have the low priority and none of this process, since
// the thread that started the child has ended.
func TestTheOtherProcessGivesWay(t *testing.T) {
	p := newProcess(t, Options{})
	p.Derive(cheap("one"))

	// This process may have a nice value of its own: its main thread keeps it.
	own, _ := niceValue(fmt.Sprintf("/proc/%d/stat", os.Getpid()))
	low := min(own+niceStep, highestNice)

	for _, nice := range threads(t, p.running(t).cmd.Process.Pid) {
		if nice != low {
			t.Errorf("a thread of the child has nice value %d, want %d", nice, low)
		}
	}

	for began := time.Now(); ; runtime.Gosched() {
		ours := threads(t, os.Getpid())
		if slices.Max(ours) == own {
			break
		}

		if time.Since(began) > time.Minute {
			t.Fatalf("our threads have the nice values %v, want %d", ours, own)
		}
	}
}

// niceValue reads the nice value from a stat file of a process or thread.
func niceValue(path string) (int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}

	const nice = 16 // after number and name

	_, after, _ := strings.Cut(string(text), ") ")

	return strconv.Atoi(strings.Fields(after)[nice])
}

// threads returns the nice values of the threads of a process.
func threads(t *testing.T, pid int) []int {
	t.Helper()

	list, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil {
		t.Fatal(err)
	}

	found := []int{}

	for _, thread := range list {
		if nice, err := niceValue(thread); err == nil { // else it has ended
			found = append(found, nice)
		}
	}

	if len(found) == 0 {
		t.Fatalf("process %d has no threads", pid)
	}

	return found
}

// When the child is killed, every waiting caller still gets its key.
func TestKeysAreDerivedHereWhenTheOtherProcessDies(t *testing.T) {
	t.Parallel()

	p := newProcess(t, Options{Retry: time.Hour})
	p.Derive(cheap("one"))

	c := p.running(t)
	waiting := make(chan []byte)
	k := expensiveKey()

	go func() { waiting <- p.Derive(k) }()

	if err := c.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}

	<-c.gone

	if !bytes.Equal(<-waiting, k.Derive()) {
		t.Error("another key")
	}

	if got := p.Derive(cheap("two")); !bytes.Equal(got, cheap("two").Derive()) {
		t.Error("another key after it")
	}

	if p.take() != nil {
		t.Error("a failed process is started again at once")
	}
}

// A child that doesn't answer is killed.
func TestAStuckProcessIsKilled(t *testing.T) {
	t.Parallel()

	p := newProcess(t, Options{})
	p.Derive(cheap("one"))
	p.opt.Limit = 50 * time.Millisecond // it has started

	c := p.running(t)
	if err := c.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}

	if got := p.Derive(cheap("two")); !bytes.Equal(got, cheap("two").Derive()) {
		t.Error("another key")
	}

	<-c.gone
}

func TestNothingToStart(t *testing.T) {
	t.Parallel()

	p := NewProcess(Options{Command: []string{"/nowhere/loket", "hash"}})
	if got := p.Derive(cheap("one")); !bytes.Equal(got, cheap("one").Derive()) {
		t.Error("another key")
	}
}

// An idle child ends and is started again on demand. It also ends with Close and
// when its parent dies.
func TestTheOtherProcessEndsWhenItIsNotNeeded(t *testing.T) {
	t.Parallel()

	p := newProcess(t, Options{Idle: time.Millisecond})
	p.Derive(cheap("one"))

	first := p.take() // which keeps it
	p.giveBack(first, nil)
	<-first.gone

	second := p.take()
	p.giveBack(second, nil)

	if second == first {
		t.Error("the same one")
	}

	p.Close()
	<-second.gone

	if got := p.Derive(cheap("two")); !bytes.Equal(got, cheap("two").Derive()) || p.child != nil {
		t.Error("another key, or another process after the end")
	}
}
