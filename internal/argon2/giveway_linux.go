package argon2

import "syscall"

// giveWay lets the kernel run what waits for this core. As a system call that
// may block it also frees what else of this program the runtime keeps for this
// thread, should another program have the core for long: nobody waits for a
// hash that does not run.
func giveWay() {
	_, _, _ = syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) //nolint:dogsled // it always succeeds
}
