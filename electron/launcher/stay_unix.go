//go:build !windows

package main

import (
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// mostPiped is what a pipe can hold at most: all that a program has written before its end.
const mostPiped = 1 << 20

// passedOn are the signals that a program may expect from others. The rest are the kernel's or cannot be caught.
var passedOn = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM,
	syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGWINCH, syscall.SIGIO, syscall.SIGTRAP,
}

// stay starts a program as a child in the launcher's own process group, so that the terminal treats both as one job, and
// ends as the program ends. The connection to the app stays open until then.
func stay(of child, app closer) error {
	// The kernel ends the child with the thread that started it.
	runtime.LockOSThread()
	// A closed output is the program's business: it must not end the launcher by SIGPIPE.
	catch := []os.Signal{syscall.SIGPIPE}
	for _, each := range passedOn {
		// What was ignored before (nohup) stays ignored in the program, too.
		if !signal.Ignored(each) {
			catch = append(catch, each)
		}
	}
	signals := make(chan os.Signal, 64)
	signal.Notify(signals, catch...)
	files := []uintptr{0, 1, 2}
	var outputs []*output
	for _, each := range []struct {
		is bool
		to *os.File
	}{{of.masked.out, os.Stdout}, {of.masked.err, os.Stderr}} {
		if !each.is {
			continue
		}
		piped, err := newOutput(newMasker(each.to, secretsOf(of.values)), isTerminal(each.to))
		if err != nil {
			return err
		}
		outputs = append(outputs, piped)
		files[each.to.Fd()] = piped.write.Fd()
	}
	pid, err := syscall.ForkExec(of.program, of.argv, &syscall.ProcAttr{
		Dir: of.folder, Env: of.environment, Files: files, Sys: endsWithParent(false),
	})
	if err != nil {
		return notStarted(of.argv[0], err)
	}
	for _, each := range outputs {
		each.start()
	}
	go func() {
		for each := range signals {
			forward(pid, each.(syscall.Signal))
		}
	}()
	status := waitFor(pid, true)
	for _, each := range outputs {
		each.finish()
	}
	if app != nil {
		app.Close()
	}
	if status.Signaled() {
		dieBy(status.Signal())
	}
	os.Exit(status.ExitStatus())
	return nil
}

// forward passes a signal on, unless the terminal has given it to the whole job already: a program that got Ctrl-C twice
// would take it for impatience.
func forward(pid int, what syscall.Signal) {
	fromTerminal := what == syscall.SIGINT || what == syscall.SIGQUIT || what == syscall.SIGTSTP || what == syscall.SIGWINCH
	if what == syscall.SIGPIPE || (fromTerminal && inForeground()) {
		return
	}
	syscall.Kill(pid, what)
}

// waitFor waits until a child has ended. If it stops, the launcher stops as well, so that the shell sees a stopped job.
func waitFor(pid int, stops bool) syscall.WaitStatus {
	for {
		var status syscall.WaitStatus
		flags := 0
		if stops {
			flags = syscall.WUNTRACED
		}
		_, err := syscall.Wait4(pid, &status, flags, nil)
		if err == syscall.EINTR {
			continue
		}
		if err == nil && status.Stopped() {
			syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			continue
		}
		return status
	}
}

// quietness is how long a terminal has nothing to show before the masker shows what it waits with.
const quietness = 50 * time.Millisecond

// output is a pipe of a child whose other end is masked.
type output struct {
	read, write *os.File
	to          *masker
	// pauses is set for a terminal: a prompt may end like the beginning of a value.
	pauses   bool
	stopping atomic.Bool
	done     chan struct{}
}

func newOutput(to *masker, pauses bool) (*output, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, failed("Making a pipe failed", err)
	}
	return &output{read: read, write: write, to: to, pauses: pauses, done: make(chan struct{})}, nil
}

// start copies until the end, or until finish stops the reading. If nobody reads the output any more, the pipe is closed
// and the program gets SIGPIPE as it would without a launcher.
func (o *output) start() {
	o.write.Close()
	go func() {
		defer close(o.done)
		text := make([]byte, 64<<10)
		for {
			count, err := o.read.Read(text)
			deadline := time.Time{}
			if count > 0 {
				if _, failed := o.to.Write(text[:count]); failed != nil {
					o.read.Close()
					return
				}
				if o.pauses {
					deadline = time.Now().Add(quietness)
				}
			} else if os.IsTimeout(err) && !o.stopping.Load() {
				o.to.Pause()
				err = nil
			}
			if err != nil {
				return
			}
			if o.pauses {
				// finish sets its own deadline after it has said so.
				o.read.SetReadDeadline(deadline)
				if o.stopping.Load() {
					return
				}
			}
		}
	}()
}

// finish passes on all that the program has written before its end. What it has left in the background may still have
// the pipe: waiting for that could last for ever, so the pipe ends here.
func (o *output) finish() {
	o.stopping.Store(true)
	o.read.SetReadDeadline(pastTime)
	<-o.done
	if raw, err := o.read.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) {
			text := make([]byte, 64<<10)
			for left := mostPiped; left > 0; {
				count, err := syscall.Read(int(fd), text)
				if err == syscall.EINTR {
					continue
				}
				if count <= 0 || err != nil {
					return
				}
				if _, err := o.to.Write(text[:count]); err != nil {
					return
				}
				left -= count
			}
		})
	}
	o.to.Close()
	o.read.Close()
}

// capture runs a program for an agent: without input, in a group of its own that ends with the connection, its masked
// output in one text.
func capture(of child, into *bounded, gone <-chan struct{}) (int, error) {
	runtime.LockOSThread()
	none, err := os.Open(os.DevNull)
	if err != nil {
		return 0, err
	}
	defer none.Close()
	piped, err := newOutput(newMasker(into, secretsOf(of.values)), false)
	if err != nil {
		return 0, err
	}
	pid, err := syscall.ForkExec(of.program, of.argv, &syscall.ProcAttr{
		Dir: of.folder, Env: of.environment, Files: []uintptr{none.Fd(), piped.write.Fd(), piped.write.Fd()},
		Sys: endsWithParent(true),
	})
	if err != nil {
		piped.write.Close()
		piped.read.Close()
		return 0, notStarted(of.argv[0], err)
	}
	ended := make(chan struct{})
	go func() {
		select {
		case <-gone:
			syscall.Kill(-pid, syscall.SIGKILL)
		case <-ended:
		}
	}()
	piped.start()
	status := waitFor(pid, false)
	close(ended)
	piped.finish()
	if status.Signaled() {
		return 128 + int(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}
