package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

const (
	soPeerPidfd   = 77
	sysPidfdOpen  = 434
	peerSocket    = 3
	pollIn        = 1
	startTimeFrom = 19
)

// whoAsks is what the kernel says about the other end of a socket.
type whoAsks struct {
	Pid   int32  `json:"pid"`
	Uid   uint32 `json:"uid"`
	Gid   uint32 `json:"gid"`
	Pidfd bool   `json:"pidfd"`
	Start string `json:"start"`
}

// peer prints who is at the other end of the socket that main has passed as fd 3, then answers each line with `true` or
// `false`: the process still exists and has the connection that it opened itself. With a pidfd from the socket no process of the same number is taken for it.
func peer(in io.Reader, out io.Writer) error {
	who, err := syscall.GetsockoptUcred(peerSocket, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return failed("Reading the peer failed", err)
	}
	pidfd, fromSocket := peerPidfd(int(who.Pid))
	start, err := startTime(int(who.Pid))
	if err != nil {
		return failed("Reading the peer's start failed", err)
	}
	socket, err := otherEnd(peerSocket)
	if err != nil {
		return failed("Finding the peer's socket failed", err)
	}
	if !opened(int(who.Pid), socket) {
		return fail("changed", "The process at the other end has not opened the connection itself, or is traced.", "")
	}
	// Main's end alone keeps the connection open: this process must not.
	syscall.Close(peerSocket)
	text, err := json.Marshal(whoAsks{who.Pid, who.Uid, who.Gid, fromSocket, start})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n", text)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		now, err := startTime(int(who.Pid))
		alive := err == nil && now == start && (pidfd < 0 || !hasEnded(pidfd)) && opened(int(who.Pid), socket)
		fmt.Fprintf(out, "%t\n", alive)
	}
	return nil
}

// peerPidfd asks the socket for a pidfd (Linux 6.5), or opens one by number, which says nothing about the time before.
func peerPidfd(pid int) (fd int, fromSocket bool) {
	var got int32
	size := uint32(unsafe.Sizeof(got))
	_, _, no := syscall.Syscall6(syscall.SYS_GETSOCKOPT, peerSocket, syscall.SOL_SOCKET, soPeerPidfd,
		uintptr(unsafe.Pointer(&got)), uintptr(unsafe.Pointer(&size)), 0)
	if no == 0 {
		return int(got), true
	}
	opened, _, no := syscall.Syscall(sysPidfdOpen, uintptr(pid), 0, 0)
	if no != 0 {
		return -1, false
	}
	return int(opened), false
}

// hasEnded is true as soon as the process of a pidfd has ended, even if nobody has waited for it.
func hasEnded(pidfd int) bool {
	poll := struct {
		fd      int32
		events  int16
		revents int16
	}{int32(pidfd), pollIn, 0}
	for {
		var none syscall.Timespec
		ready, _, no := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1, uintptr(unsafe.Pointer(&none)), 0, 0, 0)
		// A signal of Go's own scheduler ends a wait that would have said nothing.
		if no == syscall.EINTR {
			continue
		}
		return no != 0 || ready > 0
	}
}

// startTime is field 22 of /proc/PID/stat, counted behind the name, which may contain anything.
func startTime(pid int) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= startTimeFrom {
		return "", fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	return fields[startTimeFrom], nil
}
