package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

const (
	oPath        = 0x200000 // O_PATH: names a file without opening it, so that it counts as no reader
	setPipeSize  = 1031     // F_SETPIPE_SZ
	longestPipe  = 1 << 20  // what a pipe may hold for everybody (/proc/sys/fs/pipe-max-size)
	settling     = 50 * time.Millisecond
	readerWrites = 60 * time.Second
)

// fifos serves a FIFO in a folder, one for each reader: whoever opens it gets a FIFO of its own, because a new one takes
// its name before anything is asked. Nobody can open a FIFO by name after its content was asked for.
type fifos struct {
	folder int // descriptor: the folder keeps its identity while paths are swapped
	name   string
	lock   sync.Mutex // of fifo, between serving and the end of it
	fifo   int        // descriptor of the one that has the name now
}

// reader is a process that has opened a FIFO. Pid is 0 if /proc does not show it.
type reader struct {
	pid   int
	start string
}

var (
	errSeveral  = errors.New("several programs have the file open, so none of them got anything")
	errReplaced = errors.New("something else has taken the file's name")
	errPublic   = errors.New("the folder gives new files to others than you")
	errEnded    = errors.New("serving has ended")
)

// makeFifo makes the FIFO of a path, which must not exist.
func makeFifo(path string) (*fifos, error) {
	folder, err := syscall.Open(filepath.Dir(path), syscall.O_DIRECTORY|syscall.O_CLOEXEC|oPath, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: filepath.Dir(path), Err: err}
	}
	f := &fifos{folder: folder, name: filepath.Base(path)}
	if f.fifo, err = f.makeAt(f.name); err != nil {
		syscall.Close(folder)
		return nil, &os.PathError{Op: "mkfifo", Path: path, Err: err}
	}
	return f, nil
}

// makeAt makes a FIFO for its user alone, and names it by a descriptor.
func (f *fifos) makeAt(name string) (int, error) {
	if err := syscall.Mknodat(f.folder, name, syscall.S_IFIFO|0o600, 0); err != nil {
		return -1, err
	}
	fifo, err := syscall.Openat(f.folder, name, oPath|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	var made syscall.Stat_t
	if err := syscall.Fstat(fifo, &made); err != nil {
		syscall.Close(fifo)
		return -1, err
	}
	if made.Mode != syscall.S_IFIFO|0o600 || int(made.Uid) != os.Geteuid() {
		syscall.Close(fifo)
		syscall.Unlinkat(f.folder, name)
		return -1, errPublic
	}
	return fifo, nil
}

// isNamed is true while the name still leads to this FIFO.
func (f *fifos) isNamed() bool {
	at, err := syscall.Openat(f.folder, f.name, oPath|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(at)
	var named, mine syscall.Stat_t
	return syscall.Fstat(at, &named) == nil && syscall.Fstat(f.fifo, &mine) == nil &&
		named.Dev == mine.Dev && named.Ino == mine.Ino
}

// renew puts a new FIFO at the name of the present one, so that the present one keeps the readers it has.
func (f *fifos) renew() error {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	beside := "." + hex.EncodeToString(random[:]) + ".fifo"
	next, err := f.makeAt(beside)
	if err != nil {
		return err
	}
	if !f.isNamed() {
		err = errReplaced
	} else {
		err = syscall.Renameat(f.folder, beside, f.folder, f.name)
	}
	if err != nil {
		syscall.Close(next)
		syscall.Unlinkat(f.folder, beside)
		return err
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	syscall.Close(f.fifo)
	f.fifo = next
	return nil
}

// remove takes the FIFO away, unless something else has its name.
func (f *fifos) remove() {
	if f.isNamed() {
		syscall.Unlinkat(f.folder, f.name)
	}
}

// wake ends a wait of next by being a reader itself, until the process ends or close is called.
func (f *fifos) wake() (close func()) {
	f.lock.Lock()
	defer f.lock.Unlock()
	at, err := syscall.Open(pathOfDescriptor(f.fifo), syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return func() {}
	}
	return func() { syscall.Close(at) }
}

// next waits for a reader, without a wake-up meanwhile, and returns the end to write to. Nobody else can open it by name.
func (f *fifos) next() (*os.File, error) {
	for {
		writer, err := syscall.Open(pathOfDescriptor(f.fifo), syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: f.name, Err: err}
		}
		if err := f.renew(); err != nil {
			syscall.Close(writer)
			return nil, err
		}
		if err := syscall.SetNonblock(writer, true); err != nil {
			syscall.Close(writer)
			return nil, err
		}
		return os.NewFile(uintptr(writer), f.name), nil
	}
}

// readerOf finds the one process that reads what is written to a FIFO. A process has it a moment after its open has
// woken the writer, so it looks until there is one, and once more when everybody has had time to arrive.
func readerOf(writer *os.File) (reader, error) {
	var mine syscall.Stat_t
	if err := statOf(writer, &mine); err != nil {
		return reader{}, err
	}
	for turn := 0; ; turn++ {
		time.Sleep(settling)
		found, err := readersOf(mine)
		if err != nil {
			return reader{}, err
		}
		switch {
		case len(found) > 1:
			return reader{}, errSeveral
		case len(found) == 1:
			return found[0], nil
		case turn == 3:
			return reader{}, nil
		}
	}
}

// stillOnly is true if the reader that was asked about is still the only one: no other process, no new one of its number.
func stillOnly(writer *os.File, asked reader) bool {
	now, err := readerOf(writer)
	return err == nil && now == asked
}

// readersOf looks through the descriptors of all processes that this user may look at.
func readersOf(fifo syscall.Stat_t) ([]reader, error) {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var found []reader
	for _, process := range processes {
		pid, err := strconv.Atoi(process.Name())
		if err != nil {
			continue
		}
		folder := "/proc/" + process.Name() + "/fd"
		descriptors, err := os.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, descriptor := range descriptors {
			var file syscall.Stat_t
			path := folder + "/" + descriptor.Name()
			if syscall.Stat(path, &file) != nil || file.Dev != fifo.Dev || file.Ino != fifo.Ino || !canRead(path) {
				continue
			}
			start, err := startTime(pid)
			if err == nil {
				found = append(found, reader{pid, start})
			}
			break
		}
	}
	return found, nil
}

// canRead is true for a descriptor that is open for reading; the links of /proc show it as a permission.
func canRead(descriptor string) bool {
	link, err := os.Lstat(descriptor)
	return err == nil && link.Mode().Perm()&0o400 != 0
}

// writeAll writes the content and ends it for the reader. A reader that takes nothing cannot stop the others for ever.
func writeAll(writer *os.File, content []byte) error {
	if raw, err := writer.SyscallConn(); err == nil && len(content) > 1<<16 {
		raw.Control(func(fd uintptr) {
			syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, longestPipe)
		})
	}
	if err := writer.SetWriteDeadline(time.Now().Add(readerWrites)); err != nil {
		return err
	}
	_, err := writer.Write(content)
	return err
}

func statOf(file *os.File, into *syscall.Stat_t) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	if wrong := raw.Control(func(fd uintptr) { err = syscall.Fstat(int(fd), into) }); wrong != nil {
		return wrong
	}
	return err
}

func pathOfDescriptor(fd int) string { return fmt.Sprintf("/proc/self/fd/%d", fd) }

// serveFifo gives content to one reader after the other until ended. The content is asked for each, and what went wrong is
// said to told, never to the reader: it reads a file that is empty.
func serveFifo(f *fifos, content func(pid int) ([]byte, error), told func(error), ended <-chan struct{}) error {
	served := make(chan struct{})
	defer close(served)
	go func() {
		select {
		case <-ended:
			stop := f.wake()
			<-served
			stop()
		case <-served:
		}
	}()
	for {
		if hasClosed(ended) {
			return errEnded
		}
		writer, err := f.next()
		if err != nil {
			return err
		}
		if hasClosed(ended) {
			writer.Close()
			return errEnded
		}
		if err := serveReader(writer, content); err != nil {
			told(err)
		}
	}
}

func hasClosed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}

// serveReader asks for one reader and writes all of the content to it, or nothing.
func serveReader(writer *os.File, content func(pid int) ([]byte, error)) error {
	defer writer.Close()
	asked, err := readerOf(writer)
	if err != nil {
		return err
	}
	text, err := content(asked.pid)
	if err != nil {
		return err
	}
	if !stillOnly(writer, asked) {
		return errSeveral
	}
	return writeAll(writer, text)
}
