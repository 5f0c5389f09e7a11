package main

import (
	"os/exec"
	"syscall"
)

func detach(child *exec.Cmd) {
	child.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
