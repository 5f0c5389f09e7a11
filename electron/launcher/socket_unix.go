//go:build linux || darwin

package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// runtimeFolder is the folder of the socket, the same as main's: below XDG_RUNTIME_DIR if that is a folder of this user
// alone, otherwise below /tmp with the user's number in its name. Coding agents start programs without that variable:
// the folder that systemd makes for it stands in.
func runtimeFolder() string {
	base := os.Getenv("XDG_RUNTIME_DIR")
	if base == "" {
		base = "/run/user/" + strconv.Itoa(os.Getuid())
	}
	if filepath.IsAbs(base) && isOwn(base) {
		return filepath.Join(base, "strongroom")
	}
	return "/tmp/strongroom-" + strconv.Itoa(os.Getuid())
}

// isOwn is true of a folder of this user with mode 0700: another user could serve a socket in any other.
func isOwn(folder string) bool {
	var stat syscall.Stat_t
	if err := syscall.Lstat(folder, &stat); err != nil {
		return false
	}
	return stat.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(stat.Uid) == os.Getuid() && stat.Mode&0o777 == 0o700
}

// dial connects to the app. The socket's own user is checked by its folder and, where the kernel tells, by the peer.
func dial() (io.ReadWriteCloser, error) {
	folder := runtimeFolder()
	if _, err := os.Lstat(folder); err != nil {
		return nil, noApp()
	}
	if !isOwn(folder) {
		return nil, fail("no-app", "The folder "+folder+" is not this user's alone.", "Remove it, and turn Programs off and on in the app.")
	}
	fd, err := openSocket()
	if err != nil {
		return nil, failed("Opening a socket failed", err)
	}
	for {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: filepath.Join(folder, "programs.sock")})
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		syscall.Close(fd)
		if err == syscall.EAGAIN {
			return nil, fail("busy", "Too many programs ask at the same moment.", "Run the command again.")
		}
		return nil, noApp()
	}
	if !peerIsUser(fd) {
		syscall.Close(fd)
		return nil, fail("no-app", "Another user serves the app's socket.", "Remove "+folder+".")
	}
	return os.NewFile(uintptr(fd), "programs.sock"), nil
}
