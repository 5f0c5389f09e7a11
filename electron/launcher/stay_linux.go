package main

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

var pastTime = time.Unix(1, 0)

// endsWithParent has the kernel end the child if the launcher is killed, as if the program itself had been.
func endsWithParent(ownGroup bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: ownGroup}
}

// inForeground is true if the terminal's keys reach the launcher's group.
func inForeground() bool {
	terminal, err := syscall.Open("/dev/tty", syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(terminal)
	var group int32
	_, _, no := syscall.Syscall(syscall.SYS_IOCTL, uintptr(terminal), syscall.TIOCGPGRP, uintptr(unsafe.Pointer(&group)))
	return no == 0 && int(group) == syscall.Getpgrp()
}

// dieBy ends the launcher by the signal that has ended the program, without a core of its own.
func dieBy(what syscall.Signal) {
	var none syscall.Rlimit
	syscall.Setrlimit(syscall.RLIMIT_CORE, &none)
	// All zeros are the default action in the kernel's own structure, of every architecture.
	var action [8]uint64
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(what), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	syscall.Kill(os.Getpid(), what)
	// The signal may be on its way to another thread.
	time.Sleep(time.Second)
	os.Exit(128 + int(what))
}
