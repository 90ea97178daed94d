//go:build !linux

package main

// clockSynchronized is only known on Linux.
func clockSynchronized() (synchronized, known bool) { return false, false }
