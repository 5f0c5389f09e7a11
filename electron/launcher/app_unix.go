//go:build !windows

package main

import (
	"os/exec"
	"syscall"
)

// detach gives the app a session of its own: it stays when the terminal goes.
func detach(child *exec.Cmd) { child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
