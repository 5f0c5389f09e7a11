//go:build linux

package main

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

var oneReference = []string{"A=strongroom://c/m/p#k"}

func TestTheEndOfAProgramIsTheLaunchers(t *testing.T) {
	s := newStage(t, giving(secret))
	for script, want := range map[string]result{
		"echo $A; echo $A >&2; exit 7": {out: "•••\n", err: "•••\n", code: 7},
		"kill -TERM $$":                {code: -1, signal: syscall.SIGTERM},
		"kill -KILL $$":                {code: -1, signal: syscall.SIGKILL},
		"kill -SEGV $$":                {code: -1, signal: syscall.SIGSEGV},
		"kill -ABRT $$":                {code: -1, signal: syscall.SIGABRT},
		"kill -PIPE $$":                {code: -1, signal: syscall.SIGPIPE},
	} {
		if got := s.run(t, oneReference, "run", "--", "sh", "-c", script); got != want {
			t.Errorf("%s: %+v", script, got)
		}
	}
}

func TestAllOutputOfAProgramArrives(t *testing.T) {
	s := newStage(t, giving(secret))
	got := s.run(t, oneReference, "run", "--", "sh", "-c", "seq 1 200000; printf %s $A")
	if !strings.HasSuffix(got.out, "\n200000\n•••") || len(got.out) != 1288895+len("•••") {
		t.Errorf("%d bytes, ends with %q", len(got.out), got.out[len(got.out)-20:])
	}
}

func TestAProgramInTheBackgroundDoesNotHoldTheLauncher(t *testing.T) {
	s := newStage(t, giving(secret))
	got := s.run(t, oneReference, "run", "--", "sh", "-c", "cat <&9 & echo $!", "9>&1")
	if got.code != 0 {
		t.Errorf("%+v", got)
	}
	child := s.command(t, oneReference, "run", "--", "sh", "-c", "sleep 600 & echo $!")
	out, err := child.Output()
	if err != nil {
		t.Fatal(err)
	}
	exec.Command("kill", strings.TrimSpace(string(out))).Run()
}

// talking starts the launcher with a script, and gives its lines.
func talking(t *testing.T, s *stage, script string, prepare func(*exec.Cmd)) (*exec.Cmd, func() string) {
	t.Helper()
	child := s.command(t, oneReference, "run", "--", "sh", "-c", script)
	child.Stderr = os.Stderr
	if prepare != nil {
		prepare(child)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Process.Kill() })
	lines := bufio.NewReader(out)
	return child, func() string {
		text, _ := lines.ReadString('\n')
		return strings.TrimSpace(text)
	}
}

func TestSignalsArePassedOn(t *testing.T) {
	s := newStage(t, giving(secret))
	own, _ := os.Executable()
	for _, number := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGQUIT} {
		child, line := talking(t, s, "exec '"+own+"'", func(c *exec.Cmd) {
			c.Env = append(c.Env, asReceiver+"=1")
			// Without a terminal nobody else has given the program the signal.
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		})
		line()
		child.Process.Signal(number)
		if got := line(); got != "got "+number.String() {
			t.Errorf("%s: %q", number, got)
		}
		child.Wait()
		if code := child.ProcessState.ExitCode(); code != 5 {
			t.Errorf("%s: exit code %d", number, code)
		}
	}
}

// openTerminal makes a pair: what is written to the first is typed at the second.
func openTerminal(t *testing.T) (typed, terminal *os.File) {
	t.Helper()
	typed, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there is no /dev/ptmx")
	}
	t.Cleanup(func() { typed.Close() })
	var locked, number int32
	for request, at := range map[uintptr]*int32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, typed.Fd(), request, uintptr(unsafe.Pointer(at))); no != 0 {
			t.Fatal(no)
		}
	}
	terminal, err = os.OpenFile("/dev/pts/"+itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return typed, terminal
}

func TestTheKeysOfATerminalReachTheProgramOnce(t *testing.T) {
	s := newStage(t, giving(secret))
	typed, terminal := openTerminal(t)
	own, _ := os.Executable()
	for _, mask := range []string{"--mask", "--no-mask"} {
		child := s.command(t, append(oneReference, asReceiver+"=until-term"), "run", mask, "--", "sh", "-c", "exec '"+own+"'")
		child.Stdin, child.Stdout, child.Stderr = terminal, terminal, terminal
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(typed)
		line := func() string {
			text, _ := lines.ReadString('\n')
			return strings.TrimSpace(text)
		}
		for line() != "ready" {
		}
		typed.Write([]byte{3})
		for _, want := range []string{"got interrupt", "got terminated"} {
			got := line()
			for strings.HasPrefix(got, "^C") && got != "^C"+want || got == "" {
				got = line()
			}
			if strings.TrimPrefix(got, "^C") != want {
				t.Errorf("%s: %q, want %q", mask, got, want)
			}
			child.Process.Signal(syscall.SIGTERM)
		}
		child.Wait()
		if code := child.ProcessState.ExitCode(); code != 5 {
			t.Errorf("%s: exit code %d", mask, code)
		}
	}
}

func TestAStoppedProgramStopsTheLauncher(t *testing.T) {
	s := newStage(t, giving(secret))
	child, line := talking(t, s, "kill -STOP $$; echo $A; exit 4", nil)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(child.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("%v, %v", status, err)
	}
	child.Process.Signal(syscall.SIGCONT)
	if got := line(); got != "•••" {
		t.Errorf("%q", got)
	}
	if child.Wait(); child.ProcessState.ExitCode() != 4 {
		t.Errorf("exit code %d", child.ProcessState.ExitCode())
	}
}

func TestAKilledLauncherLeavesNoProgram(t *testing.T) {
	s := newStage(t, giving(secret))
	child, line := talking(t, s, "echo $$; exec sleep 600", nil)
	pid := line()
	child.Process.Kill()
	child.Wait()
	untilGone(pid)
}

func TestWhatWasIgnoredStaysIgnored(t *testing.T) {
	s := newStage(t, giving(secret))
	launcher := s.command(t, oneReference, "run", "--", "sh", "-c", "grep SigIgn /proc/self/status")
	own := strings.Join(launcher.Args, "' '")
	child := exec.Command("nohup", "sh", "-c", "'"+strings.ReplaceAll(own, "sh' '-c' '", "sh' '-c' '")+"'")
	child.Env, child.Dir = launcher.Env, launcher.Dir
	out, err := child.Output()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "1") {
		t.Errorf("%q, %v: SIGHUP is the first bit", out, err)
	}
}

func TestTheConnectionLastsAsLongAsTheLeases(t *testing.T) {
	ended := make(chan string, 1)
	s := newStage(t, func(conn net.Conn, question request) {
		writeFrame(conn, answer{OK: &facts{Values: []value{{"A", secret}}, Leases: true}}, maxAnswer)
		one := make([]byte, 1)
		conn.Read(one)
		ended <- "ended"
	})
	child := s.command(t, oneReference, "run", "--no-mask", "--", "sh", "-c", "echo $A; read x; exit 6")
	in, _ := child.StdinPipe()
	out, _ := child.StdoutPipe()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	text, _ := bufio.NewReader(out).ReadString('\n')
	if text != secret+"\n" {
		t.Errorf("%q", text)
	}
	select {
	case <-ended:
		t.Error("the connection has ended before the program")
	default:
	}
	in.Write([]byte("\n"))
	<-ended
	if child.Wait(); child.ProcessState.ExitCode() != 6 {
		t.Errorf("exit code %d", child.ProcessState.ExitCode())
	}
}
