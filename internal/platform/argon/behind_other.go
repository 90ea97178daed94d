//go:build !linux

package argon

import "os/exec"

// startBehind starts a process; only Linux lets a single thread have a
// priority, so here it has the usual one.
func startBehind(cmd *exec.Cmd) error { return cmd.Start() }
