package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

var pastTime = time.Unix(1, 0)

func endsWithParent(ownGroup bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: ownGroup}
}

// inForeground is not told without C here: terminals are where this system's programs run.
func inForeground() bool { return isTerminal(os.Stdin) }

func dieBy(what syscall.Signal) {
	signal.Reset(what)
	syscall.Kill(os.Getpid(), what)
	time.Sleep(time.Second)
	os.Exit(128 + int(what))
}
