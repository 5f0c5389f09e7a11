package main

import (
	"os"
	"syscall"
)

func openSocket() (int, error) {
	return syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
}

func peerIsUser(fd int) bool {
	who, err := syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	return err == nil && int(who.Uid) == os.Getuid()
}
