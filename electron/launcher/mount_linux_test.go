package main

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fakeApp is the app's end of the socket: it answers what each request and each reader gets.
type fakeApp struct {
	listener net.Listener
	requests chan request
	readers  chan int
	end      func()
}

func startFakeApp(t *testing.T, runtime string, answerFor func(reader int) answer) *fakeApp {
	t.Helper()
	if err := os.Mkdir(filepath.Join(runtime, "strongroom"), 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(runtime, "strongroom", "programs.sock"))
	if err != nil {
		t.Fatal(err)
	}
	app := &fakeApp{listener, make(chan request, 9), make(chan int, 9), func() { listener.Close() }}
	t.Cleanup(func() { app.end() })
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		app.end = func() { connection.Close(); listener.Close() }
		var asked request
		if readFrame(connection, &asked, maxRequest) != nil {
			return
		}
		app.requests <- asked
		writeFrame(connection, answer{OK: &facts{}}, maxAnswer)
		for {
			var about question
			if readFrame(connection, &about, maxRequest) != nil {
				return
			}
			app.readers <- about.Reader
			writeFrame(connection, answerFor(about.Reader), maxAnswer)
		}
	}()
	return app
}

// mounting is a launcher, as built, that serves .env in a folder of its own.
func mounting(t *testing.T, answerFor func(reader int) answer) (app *fakeApp, launcher *exec.Cmd, folder string, said *strings.Builder) {
	t.Helper()
	folder = t.TempDir()
	program := filepath.Join(folder, "launcher")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatal(string(text))
	}
	file := "# names\nPLAIN=as it is\nPASSWORD=strongroom://c/m/p#password\n"
	if err := os.WriteFile(filepath.Join(folder, ".env.strongroom"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	runtime, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(runtime) })
	app = startFakeApp(t, runtime, answerFor)
	said = &strings.Builder{}
	launcher = exec.Command(program, "mount", ".env")
	launcher.Dir, launcher.Env, launcher.Stderr = folder, append(os.Environ(), "XDG_RUNTIME_DIR="+runtime), said
	if err := launcher.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { launcher.Process.Kill() })
	asked := <-app.requests
	if asked.Command != "mount" || asked.File != filepath.Join(folder, ".env") || len(asked.References) != 1 {
		t.Fatalf("%+v", asked)
	}
	// The FIFO is made a moment after the answer: the first question of a reader says that it is there.
	for {
		if _, err := os.Lstat(asked.File); err == nil {
			return app, launcher, folder, said
		}
	}
}

func given(text string) func(int) answer {
	return func(int) answer { return answer{OK: &facts{Values: []value{{"PASSWORD", text}}}} }
}

func TestAMountedFileIsReadByAShell(t *testing.T) {
	secret := "it's a \"quoted\" $HOME `value`\\\nof two lines"
	app, launcher, folder, said := mounting(t, given(secret))
	shell := exec.Command("sh", "-c", `. ./.env; printf '%s|%s' "$PLAIN" "$PASSWORD"`)
	shell.Dir = folder
	text, err := shell.Output()
	if err != nil || string(text) != "as it is|"+secret {
		t.Errorf("%q %v", text, err)
	}
	if reader := <-app.readers; reader != shell.Process.Pid {
		t.Error("asked about", reader, "and not", shell.Process.Pid)
	}
	launcher.Process.Signal(syscall.SIGTERM)
	err = launcher.Wait()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Error(err, said)
	}
	if _, err := os.Lstat(filepath.Join(folder, ".env")); !os.IsNotExist(err) {
		t.Error(err)
	}
	if said.Len() > 0 {
		t.Error(said)
	}
}

func TestAMountedFileGoesWithTheApp(t *testing.T) {
	app, launcher, folder, said := mounting(t, given("secret"))
	app.end()
	err := launcher.Wait()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != exitCodes["no-app"] {
		t.Error(err, said)
	}
	if _, err := os.Lstat(filepath.Join(folder, ".env")); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestARefusalIsSaidAndTheFileServesOn(t *testing.T) {
	turn := 0
	_, launcher, folder, said := mounting(t, func(int) answer {
		if turn++; turn == 1 {
			return answer{Error: &refuse{"denied", "You said no.", "Ask again."}}
		}
		return answer{OK: &facts{Values: []value{{"PASSWORD", "secret"}}}}
	})
	for _, wanted := range []string{"", "PLAIN='as it is'\nPASSWORD=secret\n"} {
		text, err := exec.Command("cat", filepath.Join(folder, ".env")).Output()
		if err != nil || string(text) != wanted {
			t.Errorf("%q %v", text, err)
		}
	}
	launcher.Process.Signal(syscall.SIGINT)
	launcher.Wait()
	if !strings.HasPrefix(said.String(), "strongroom: You said no.\n") {
		t.Error(said)
	}
}

func TestAssignedTextIsWhatAShellReads(t *testing.T) {
	for _, text := range []string{"", "plain", "a b", "it's", `"`, `\`, `\'`, "$HOME`id`'\"", "\ttab\nline\n", "ö•\x01"} {
		script := "V=" + assigned(text) + "\nprintf %s \"$V\""
		found, err := exec.Command("sh", "-c", script).Output()
		if err != nil || string(found) != text {
			t.Errorf("%q → %q, %v", text, found, err)
		}
	}
}
