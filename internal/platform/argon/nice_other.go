//go:build !linux

package argon

import "os/exec"

// startNice starts a process with normal priority: only Linux has a nice value
// for each thread.
func startNice(cmd *exec.Cmd) error { return cmd.Start() }
