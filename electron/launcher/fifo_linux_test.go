package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// served is a FIFO that is being served, with what was asked and told about it.
type served struct {
	path  string
	f     *fifos
	asked chan int
	told  chan error
	end   func() error
}

func serve(t *testing.T, content func(pid int) ([]byte, error)) *served {
	t.Helper()
	s := &served{path: filepath.Join(t.TempDir(), ".env"), asked: make(chan int, 9), told: make(chan error, 9)}
	var err error
	if s.f, err = makeFifo(s.path); err != nil {
		t.Fatal(err)
	}
	ended, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- serveFifo(s.f, func(pid int) ([]byte, error) {
			s.asked <- pid
			return content(pid)
		}, func(err error) { s.told <- err }, ended)
	}()
	var once sync.Once
	s.end = func() (err error) {
		once.Do(func() {
			close(ended)
			err = <-done
			s.f.remove()
		})
		return err
	}
	t.Cleanup(func() { s.end() })
	return s
}

func always(text string) func(int) ([]byte, error) {
	return func(int) ([]byte, error) { return []byte(text), nil }
}

// reading starts a program that opens the file and prints what it reads.
func reading(t *testing.T, path string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	program := exec.Command("cat", path)
	program.Stdout = &out
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	return program, &out
}

func TestEachReaderIsAskedAboutByItsProcess(t *testing.T) {
	s := serve(t, func(pid int) ([]byte, error) { return []byte(fmt.Sprint("for ", pid)), nil })
	for turn := 0; turn < 3; turn++ {
		program, out := reading(t, s.path)
		if err := program.Wait(); err != nil {
			t.Fatal(err)
		}
		if pid := <-s.asked; pid != program.Process.Pid || out.String() != fmt.Sprint("for ", pid) {
			t.Errorf("asked for %d, not %d: %q", pid, program.Process.Pid, out.String())
		}
	}
	if len(s.asked) != 0 || len(s.told) != 0 {
		t.Error("asked or told more often")
	}
}

func TestALargeContentArrivesWhole(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 3<<16)
	s := serve(t, always(text))
	program, out := reading(t, s.path)
	if err := program.Wait(); err != nil || out.String() != text {
		t.Error(err, out.Len())
	}
}

func TestAReaderThatIsRefusedReadsNothing(t *testing.T) {
	denied := errors.New("denied")
	s := serve(t, func(int) ([]byte, error) { return nil, denied })
	program, out := reading(t, s.path)
	if err := program.Wait(); err != nil || out.Len() != 0 || <-s.told != denied {
		t.Error(err, out.String())
	}
}

func TestOfTwoReadersAtOnceNobodyGetsAnything(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".env")
	f, err := makeFifo(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.remove()
	// Both have opened it before anybody serves: opening for both ways does not wait.
	var opened []*os.File
	for range "ab" {
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		opened = append(opened, file)
	}
	first, second := exec.Command("sleep", "60"), exec.Command("sleep", "60")
	for at, program := range []*exec.Cmd{first, second} {
		program.Stdin = opened[at]
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		defer program.Process.Kill()
		opened[at].Close()
	}
	writer, err := f.next()
	if err != nil {
		t.Fatal(err)
	}
	err = serveReader(writer, func(int) ([]byte, error) {
		t.Error("asked for one of two")
		return []byte("secret"), nil
	})
	if err != errSeveral {
		t.Error(err)
	}
}

func TestAReaderThatComesByProcAfterTheQuestionStopsTheAnswer(t *testing.T) {
	var thief *os.File
	s := serve(t, func(pid int) ([]byte, error) {
		// The name leads to the next FIFO by now; this one can still be reached through the reader's own descriptors.
		descriptors, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		if err != nil {
			return nil, err
		}
		for _, descriptor := range descriptors {
			path := fmt.Sprintf("/proc/%d/fd/%s", pid, descriptor.Name())
			target, err := os.Readlink(path)
			if err == nil && strings.Contains(target, "/.env") {
				if thief, err = os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0); err != nil {
					return nil, err
				}
			}
		}
		return []byte("secret"), nil
	})
	program, out := reading(t, s.path)
	if err := program.Wait(); err != nil {
		t.Fatal(err)
	}
	if thief == nil {
		t.Fatal("nothing to steal from")
	}
	defer thief.Close()
	stolen := make([]byte, 100)
	count, _ := thief.Read(stolen)
	if out.Len() != 0 || count > 0 {
		t.Fatalf("%q read, %q stolen", out.String(), stolen[:count])
	}
	if err := <-s.told; err != errSeveral {
		t.Error(err)
	}
}

func TestWhoOpensTheNameDuringTheQuestionWaitsForItsOwn(t *testing.T) {
	var s *served
	var second *exec.Cmd
	var other *bytes.Buffer
	s = serve(t, func(pid int) ([]byte, error) {
		if second == nil {
			second, other = reading(t, s.path)
		}
		return []byte(fmt.Sprint("for ", pid)), nil
	})
	first, out := reading(t, s.path)
	if err := first.Wait(); err != nil || out.String() != fmt.Sprint("for ", first.Process.Pid) {
		t.Error(err, out.String())
	}
	if err := second.Wait(); err != nil || other.String() != fmt.Sprint("for ", second.Process.Pid) {
		t.Error(err, other.String())
	}
}

func TestAnExistingFileIsLeftAlone(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link, folder} {
		if _, err := makeFifo(path); !errors.Is(err, os.ErrExist) {
			t.Error(path, err)
		}
	}
	if text, _ := os.ReadFile(file); string(text) != "mine" {
		t.Error(string(text))
	}
}

func TestOnlyItsUserMayOpenIt(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	s := serve(t, always("secret"))
	look := func() {
		t.Helper()
		file, err := os.Lstat(s.path)
		if err != nil || file.Mode() != os.ModeNamedPipe|0o600 {
			t.Error(file.Mode(), err)
		}
	}
	look()
	program, _ := reading(t, s.path)
	if err := program.Wait(); err != nil {
		t.Fatal(err)
	}
	look()
}

func TestWhatHasTakenTheNameIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".env")
	f, err := makeFifo(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".new", []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if err := f.renew(); err != errReplaced {
		t.Error(err)
	}
	f.remove()
	if text, err := os.ReadFile(path); string(text) != "theirs" {
		t.Error(string(text), err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Error("something was left behind", left)
	}
}

func TestItGoesWithItsEnd(t *testing.T) {
	s := serve(t, always("secret"))
	if err := s.end(); err != errEnded {
		t.Error(err)
	}
	if _, err := os.Lstat(s.path); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(s.path)); len(left) != 0 {
		t.Error("something was left behind", left)
	}
}

func TestItsFolderMayMove(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "one")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := makeFifo(filepath.Join(folder, ".env"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder, folder+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.renew(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Error("it followed the path into another folder", left)
	}
	f.remove()
	if left, _ := os.ReadDir(folder + ".old"); len(left) != 0 {
		t.Error("something was left behind", left)
	}
}
