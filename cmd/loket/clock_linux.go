package main

import "syscall"

// clockSynchronized asks the kernel whether something keeps the clock right. known is false where it may not be asked.
func clockSynchronized() (synchronized, known bool) {
	const unsynchronized = 5 // TIME_ERROR of adjtimex(2)

	state, err := syscall.Adjtimex(&syscall.Timex{})

	return state != unsynchronized, err == nil
}
