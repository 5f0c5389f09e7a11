package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOnlyWhoOpenedAConnectionSinceItsStartIsItsOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	accepted, err := server.File()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	// The descriptor itself: File would copy it.
	var fd int
	raw, err := client.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	raw.Control(func(number uintptr) { fd = int(number) })
	var own syscall.Stat_t
	if err := syscall.Fstat(fd, &own); err != nil {
		t.Fatal(err)
	}

	socket, err := otherEnd(int(accepted.Fd()))
	if err != nil || uint64(socket) != own.Ino {
		t.Fatal(socket, own.Ino, err)
	}
	if !opened(os.Getpid(), socket) {
		t.Error("its owner is not known")
	}
	if _, _, no := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETFD, 0); no != 0 {
		t.Fatal(no)
	}
	if opened(os.Getpid(), socket) {
		t.Error("a descriptor that stays open at exec can be another program's")
	}
	heir := exec.Command("sleep", "60")
	if err := heir.Start(); err != nil {
		t.Fatal(err)
	}
	defer heir.Process.Kill()
	if opened(heir.Process.Pid, socket) {
		t.Error("what was inherited counts as opened")
	}
}
