//go:build !linux

package argon2

import "runtime"

// giveWay lets other goroutines run; the kernel decides by itself.
func giveWay() { runtime.Gosched() }
