//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asLauncher makes this very binary the launcher: the tests start it as a process of its own.
const asLauncher = "STRONGROOM_TEST_AS_LAUNCHER"

// asReceiver makes it a program that says which signal it gets, and ends with 5: at the first one if it is `1`, else at
// SIGTERM. A shell may take a signal too late.
const asReceiver = "STRONGROOM_TEST_AS_RECEIVER"

func receive() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals)
	os.Stdout.WriteString("ready\n")
	for {
		// The runtime sends itself SIGURG.
		each := <-signals
		if each == syscall.SIGURG || each == syscall.SIGCONT {
			continue
		}
		os.Stdout.WriteString("got " + each.String() + "\n")
		if os.Getenv(asReceiver) == "1" || each == syscall.SIGTERM {
			os.Exit(5)
		}
	}
}

func TestMain(m *testing.M) {
	if os.Getenv(asLauncher) != "" {
		os.Unsetenv(asLauncher)
		main()
		os.Exit(0)
	}
	if os.Getenv(asReceiver) != "" {
		receive()
	}
	os.Exit(m.Run())
}

// stage is a folder with a socket that a fake app serves: it sends faults that a real one never sends. What a real app
// says is tested against the real one.
type stage struct {
	runtime, folder string
	asked           chan request
}

func newStage(t *testing.T, serve func(conn net.Conn, question request)) *stage {
	t.Helper()
	s := &stage{t.TempDir(), t.TempDir(), make(chan request, 100)}
	if err := os.Chmod(s.runtime, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(s.runtime, "strongroom"), 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(s.runtime, "strongroom", "programs.sock"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				var question request
				if readFrame(conn, &question, maxRequest) == nil {
					s.asked <- question
					serve(conn, question)
				}
			}()
		}
	}()
	return s
}

// giving answers every reference with the same value.
func giving(text string) func(net.Conn, request) {
	return func(conn net.Conn, question request) {
		said := &facts{}
		for _, each := range question.References {
			said.Values = append(said.Values, value{each.Name, text})
		}
		writeFrame(conn, answer{OK: said}, maxAnswer)
	}
}

// command is the launcher with these arguments, in the stage's folder.
func (s *stage) command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(own, args...)
	child.Dir = s.folder
	child.Env = append([]string{"PATH=" + os.Getenv("PATH"), "XDG_RUNTIME_DIR=" + s.runtime, asLauncher + "=1"}, env...)
	return child
}

type result struct {
	out, err string
	code     int
	signal   syscall.Signal
}

func (s *stage) run(t *testing.T, env []string, args ...string) result {
	t.Helper()
	return ended(t, s.command(t, env, args...))
}

func ended(t *testing.T, child *exec.Cmd) result {
	t.Helper()
	var out, warn bytes.Buffer
	child.Stdout, child.Stderr = &out, &warn
	err := child.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	status := child.ProcessState.Sys().(syscall.WaitStatus)
	r := result{out: out.String(), err: warn.String(), code: status.ExitStatus()}
	if status.Signaled() {
		r.signal = status.Signal()
	}
	return r
}

const secret = "correct-horse-9"

func TestEachErrorOfTheAppHasItsExitCode(t *testing.T) {
	for code, exit := range exitCodes {
		s := newStage(t, func(conn net.Conn, _ request) {
			writeFrame(conn, answer{Error: &refuse{code, "It was " + code + ".", "Do this."}}, maxAnswer)
		})
		got := s.run(t, []string{"A=strongroom://c/m/p#k"}, "run", "--", "sh", "-c", "echo started")
		if got.code != exit || got.out != "" || got.err != "strongroom: It was "+code+".\n  Do this.\n" {
			t.Errorf("%s: %+v, want exit code %d", code, got, exit)
		}
	}
}

func TestABrokenAnswerStartsNothing(t *testing.T) {
	frame := func(length uint32, text string) []byte {
		out := make([]byte, 4)
		binary.BigEndian.PutUint32(out, length)
		return append(out, text...)
	}
	whole := `{"ok":{"values":[{"name":"A","value":"` + secret + `"}],"leases":false}}`
	for name, bytes := range map[string][]byte{
		"nothing":                   nil,
		"half a length":             {0, 0},
		"half an answer":            frame(uint32(len(whole)), whole[:len(whole)/2]),
		"an answer without its end": frame(uint32(len(whole)), whole[:len(whole)-1]),
		"100 MB":                    frame(100<<20, strings.Repeat("x", 1<<16)),
		"no JSON":                   frame(5, "hello"),
		"neither ok nor error":      frame(2, "{}"),
	} {
		s := newStage(t, func(conn net.Conn, _ request) { conn.Write(bytes) })
		got := s.run(t, []string{"A=strongroom://c/m/p#k"}, "run", "--", "sh", "-c", "echo started")
		if got.code != 91 || got.out != "" || strings.Contains(got.err, secret) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestABusyAppIsHeardBeforeTheRequestIsSent(t *testing.T) {
	runtime := t.TempDir()
	os.Chmod(runtime, 0o700)
	os.Mkdir(filepath.Join(runtime, "strongroom"), 0o700)
	listener, err := net.Listen("unix", filepath.Join(runtime, "strongroom", "programs.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			writeFrame(conn, answer{Error: &refuse{"busy", "Too many.", "Wait."}}, maxAnswer)
			conn.Close()
		}
	}()
	s := &stage{runtime: runtime, folder: t.TempDir()}
	// Longer than the kernel takes without a reader.
	env := make([]string, 0, 900)
	for at := 0; at < 900; at++ {
		env = append(env, "A"+strings.Repeat("B", at%7)+string(rune('A'+at%26))+strings.Repeat("C", at/26)+"=strongroom://c/m/"+strings.Repeat("p", 900)+"#k")
	}
	if got := s.run(t, env, "run", "--", "true"); got.code != 87 {
		t.Errorf("%+v", got)
	}
}

func TestWithoutAnApp(t *testing.T) {
	s := &stage{runtime: t.TempDir(), folder: t.TempDir()}
	os.Chmod(s.runtime, 0o700)
	if got := s.run(t, nil, "status"); got.code != 80 || strings.Count(got.err, "\n") != 2 {
		t.Errorf("no folder: %+v", got)
	}
	folder := filepath.Join(s.runtime, "strongroom")
	os.Mkdir(folder, 0o700)
	if got := s.run(t, nil, "status"); got.code != 80 {
		t.Errorf("no socket: %+v", got)
	}
	os.Chmod(folder, 0o755)
	if got := s.run(t, nil, "status"); got.code != 80 || !strings.Contains(got.err, "not this user's alone") {
		t.Errorf("a folder that others may enter: %+v", got)
	}
	os.Remove(folder)
	os.Symlink(t.TempDir(), folder)
	if got := s.run(t, nil, "status"); got.code != 80 || !strings.Contains(got.err, "not this user's alone") {
		t.Errorf("a link: %+v", got)
	}
	// Without references there is nothing to ask.
	if got := s.run(t, nil, "run", "--", "sh", "-c", "echo ran; exit 3"); got.code != 3 || got.out != "ran\n" {
		t.Errorf("no references: %+v", got)
	}
}

func TestUsage(t *testing.T) {
	s := newStage(t, giving(secret))
	for _, args := range [][]string{
		{"rnu"}, {"run"}, {"run", "--bogus", "true"}, {"run", "--env-file"}, {"run", "--mask", "--no-mask", "true"},
		{"run", "--env-file", "missing", "true"}, {"read"}, {"read", "a", "b"}, {"inject", "a"}, {"status", "x"},
		{"read", "--mask", "x"}, {"read", "--show=yes", "x"}, {"mount"},
	} {
		if got := s.run(t, nil, args...); got.code != 64 || got.out != "" || strings.Count(got.err, "\n") != 2 {
			t.Errorf("%q: %+v", args, got)
		}
	}
	for _, each := range commands {
		got := s.run(t, nil, each.name, "--help")
		if got.code != 0 || !strings.HasPrefix(got.out, "Usage: strongroom "+each.name) {
			t.Errorf("%s --help: %+v", each.name, got)
		}
	}
	if got := s.run(t, nil, "run", "nothing-of-this-name"); got.code != 127 {
		t.Errorf("%+v", got)
	}
	os.WriteFile(filepath.Join(s.folder, "plain"), nil, 0o600)
	if got := s.run(t, nil, "run", "./plain"); got.code != 126 {
		t.Errorf("%+v", got)
	}
	select {
	case asked := <-s.asked:
		t.Errorf("the app was asked: %+v", asked)
	default:
	}
}

func TestTheRequestNamesWhatIsExecuted(t *testing.T) {
	s := newStage(t, giving(secret))
	s.run(t, []string{"A=strongroom://c/m/p#k", "B=x", "C=strongroom:///m/p#k"}, "run", "--connection", "a c/ü", "--", "sh", "-c", "true", "--mask")
	asked := <-s.asked
	found, _ := exec.LookPath("sh")
	text, _ := json.Marshal(asked)
	want := `{"protocol":1,"command":"run","program":"` + found + `","argv":["sh","-c","true","--mask"],"references":[` +
		`{"name":"A","reference":"strongroom://c/m/p#k"},{"name":"C","reference":"strongroom://a%20c%2F%C3%BC/m/p#k"}],"stays":true}`
	if string(text) != want {
		t.Errorf("%s\nwant %s", text, want)
	}
}

func TestWhatIsNotTextIsNotAskedAbout(t *testing.T) {
	s := newStage(t, giving(secret))
	// In JSON the names of both scripts would be the same.
	os.WriteFile(filepath.Join(s.folder, "a\xff"), []byte("echo other"), 0o600)
	os.WriteFile(filepath.Join(s.folder, "a\ufffd"), []byte("echo this"), 0o600)
	if got := s.run(t, oneReference, "run", "sh", "a\xff"); got.code != 64 || got.out != "" {
		t.Errorf("%+v", got)
	}
	if got := s.run(t, oneReference, "run", "sh", "a\ufffd"); got.code != 0 || got.out != "this\n" {
		t.Errorf("%+v", got)
	}
}

func TestAValueGoesToTheEnvironmentOnly(t *testing.T) {
	s := newStage(t, giving(secret))
	got := s.run(t, []string{"A=strongroom://c/m/p#k"}, "run", "--no-mask", "sh", "-c", `tr '\0' ' ' </proc/$$/cmdline; printf %s "$A"; exit 7`)
	if got.code != 7 || strings.Count(got.out, secret) != 1 || !strings.HasSuffix(got.out, secret) {
		t.Errorf("%+v", got)
	}
}

func TestWithoutAMaskTheProgramTakesThePlaceOfTheLauncher(t *testing.T) {
	s := newStage(t, giving(secret))
	child := s.command(t, []string{"A=strongroom://c/m/p#k"}, "run", "--no-mask", "--", "sh", "-c", "echo $$; exec ls /proc/self/fd")
	out, err := child.Output()
	if err != nil {
		t.Fatal(err)
	}
	bare := exec.Command("sh", "-c", "echo $$; exec ls /proc/self/fd")
	expected, _ := bare.Output()
	lines, want := strings.Fields(string(out)), strings.Fields(string(expected))
	if lines[0] != itoa(child.Process.Pid) {
		t.Errorf("process %s, want %d", lines[0], child.Process.Pid)
	}
	if got, bare := strings.Join(lines[1:], " "), strings.Join(want[1:], " "); got != bare {
		t.Errorf("open files %s, a bare run has %s", got, bare)
	}
}

// untilGone waits until the kernel has ended a process, even if nobody has waited for it.
func untilGone(pid string) {
	for {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || bytes.Contains(stat, []byte(") Z ")) {
			return
		}
	}
}

func itoa(number int) string {
	text, _ := json.Marshal(number)
	return string(text)
}

func TestReadWritesTheValueAsItIs(t *testing.T) {
	s := newStage(t, giving("one\ntwo\x00\u00e9"))
	if got := s.run(t, nil, "read", "strongroom://c/m/p#k"); got.out != "one\ntwo\x00\u00e9" || got.code != 0 {
		t.Errorf("%+v", got)
	}
	if asked := <-s.asked; asked.To != "pipe" || asked.File != "" {
		t.Errorf("%+v", asked)
	}
	file, err := os.Create(filepath.Join(s.folder, "out"))
	if err != nil {
		t.Fatal(err)
	}
	child := s.command(t, nil, "read", "strongroom://c/m/p#k")
	child.Stdout = file
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	if asked := <-s.asked; asked.To != "file" || asked.File != file.Name() {
		t.Errorf("%+v", asked)
	}
}

func TestNamesOfServersMoveNoCursor(t *testing.T) {
	s := newStage(t, func(conn net.Conn, _ request) {
		writeFrame(conn, answer{OK: &facts{Names: []string{"a\x1b[2J", "b\u202ec", "d\ne"}}}, maxAnswer)
	})
	if got := s.run(t, nil, "ls", "strongroom://c/m/"); got.out != "a\ufffd[2J\nb\ufffdc\nd\ufffde\n" {
		t.Errorf("%q", got.out)
	}
}

func TestPeerTellsWhoAsks(t *testing.T) {
	s := newStage(t, giving(secret))
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(s.runtime, "peer.sock")})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	asker := exec.Command("python3", "-c", "import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)", filepath.Join(s.runtime, "peer.sock"))
	if err := asker.Start(); err != nil {
		t.Skip("python3 is needed to ask from another process")
	}
	conn, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	file, _ := conn.File()
	child := s.command(t, nil, "peer")
	child.ExtraFiles = []*os.File{file}
	in, _ := child.StdinPipe()
	out, _ := child.StdoutPipe()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line := func() string {
		var text []byte
		for one := make([]byte, 1); ; {
			if _, err := out.Read(one); err != nil || one[0] == '\n' {
				return string(text)
			}
			text = append(text, one[0])
		}
	}
	var who whoAsks
	if err := json.Unmarshal([]byte(line()), &who); err != nil {
		t.Fatal(err)
	}
	start, _ := startTime(asker.Process.Pid)
	if int(who.Pid) != asker.Process.Pid || int(who.Uid) != os.Getuid() || who.Start != start {
		t.Errorf("%+v, want process %d since %s", who, asker.Process.Pid, start)
	}
	io.WriteString(in, "?\n")
	if got := line(); got != "true" {
		t.Errorf("%q while it lives", got)
	}
	asker.Process.Kill()
	// Nobody has waited for it yet.
	untilGone(itoa(asker.Process.Pid))
	io.WriteString(in, "?\n")
	if got := line(); got != "false" {
		t.Errorf("%q after its end", got)
	}
	asker.Wait()
	in.Close()
	if err := child.Wait(); err != nil {
		t.Error(err)
	}
}
