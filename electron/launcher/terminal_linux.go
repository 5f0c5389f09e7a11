package main

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

func isTerminal(file *os.File) bool {
	var settings syscall.Termios
	_, _, no := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(&settings)))
	return no == 0
}

// pathOf is the path of an open file, as the question shows it; empty if the system does not tell.
func pathOf(file *os.File) string {
	path, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(file.Fd())))
	if err != nil {
		return ""
	}
	return path
}

// fixed is a path of an open folder that stays this very folder; the folder is left open.
func fixed(folder *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(folder.Fd())) }
