package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

const (
	socketDiagnosis = 4  // NETLINK_SOCK_DIAG
	diagnoseFamily  = 20 // SOCK_DIAG_BY_FAMILY
	showPeer        = 4  // UDIAG_SHOW_PEER
	peerAttribute   = 2  // UNIX_DIAG_PEER
)

var errNoPeer = errors.New("the kernel does not tell which socket is at the other end")

// otherEnd is the inode of the socket that a connected one is connected to, by the kernel's own diagnosis: a name that
// the other end is bound to could be chosen by it.
func otherEnd(fd int) (uint32, error) {
	var own syscall.Stat_t
	if err := syscall.Fstat(fd, &own); err != nil {
		return 0, err
	}
	link, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, socketDiagnosis)
	if err != nil {
		return 0, err
	}
	defer syscall.Close(link)
	const head, body = syscall.NLMSG_HDRLEN, 24
	ask := make([]byte, head+body)
	put := hostOrder
	put.PutUint32(ask[0:], uint32(len(ask)))
	put.PutUint16(ask[4:], diagnoseFamily)
	put.PutUint16(ask[6:], syscall.NLM_F_REQUEST)
	ask[head] = syscall.AF_UNIX
	put.PutUint32(ask[head+4:], ^uint32(0)) // every state
	put.PutUint32(ask[head+8:], uint32(own.Ino))
	put.PutUint32(ask[head+12:], showPeer)
	put.PutUint64(ask[head+16:], ^uint64(0)) // without its cookie
	if err := syscall.Sendto(link, ask, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return 0, err
	}
	said := make([]byte, 8192)
	length, _, err := syscall.Recvfrom(link, said, 0)
	if err != nil {
		return 0, err
	}
	messages, err := syscall.ParseNetlinkMessage(said[:length])
	if err != nil {
		return 0, err
	}
	for _, message := range messages {
		const fields = 16
		if message.Header.Type != diagnoseFamily || len(message.Data) < fields {
			continue
		}
		for rest := message.Data[fields:]; len(rest) >= 4; {
			size := int(put.Uint16(rest))
			if size < 4 || size > len(rest) {
				break
			}
			if put.Uint16(rest[2:]) == peerAttribute && size >= 8 {
				return put.Uint32(rest[4:]), nil
			}
			size = (size + 3) &^ 3
			if size > len(rest) {
				break
			}
			rest = rest[size:]
		}
	}
	return 0, errNoPeer
}

// hostOrder is the order of bytes of all systems that packages are built for.
var hostOrder = binary.LittleEndian

// opened is true if the process has opened this socket since it became the program that it is, and nobody traces it. A
// descriptor that closes at `exec` has been opened after the last one: a connection that another program made, and left
// to our launcher or to a third process, is not one.
func opened(pid int, socket uint32) bool {
	process := "/proc/" + strconv.Itoa(pid)
	status, err := os.ReadFile(process + "/status")
	if err != nil || !bytes.Contains(status, []byte("\nTracerPid:\t0\n")) {
		return false
	}
	descriptors, err := os.ReadDir(process + "/fd")
	if err != nil {
		return false
	}
	name := fmt.Sprintf("socket:[%d]", socket)
	for _, descriptor := range descriptors {
		target, err := os.Readlink(process + "/fd/" + descriptor.Name())
		if err == nil && target == name {
			return closesAtExec(process + "/fdinfo/" + descriptor.Name())
		}
	}
	return false
}

// closesAtExec reads a descriptor's flags.
func closesAtExec(info string) bool {
	text, err := os.ReadFile(info)
	if err != nil {
		return false
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "flags:\t") {
			value, err := strconv.ParseUint(strings.TrimPrefix(line, "flags:\t"), 8, 64)
			return err == nil && value&syscall.O_CLOEXEC != 0
		}
	}
	return false
}
