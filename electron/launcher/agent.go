package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"sync"
)

// mostCaptured is what an agent gets of a program's output at most.
const mostCaptured = 256 << 10

// fromApp is a frame of the app: a line for the agent, a program to run for it after a yes, or the end of one.
type fromApp struct {
	Stop *struct {
		ID json.RawMessage `json:"id"`
	} `json:"stop"`
	Line *string `json:"line"`
	Run  *struct {
		ID      json.RawMessage   `json:"id"`
		Program string            `json:"program"`
		Argv    []string          `json:"argv"`
		Folder  string            `json:"folder"`
		Env     map[string]string `json:"env"`
	} `json:"run"`
}

// toApp is a frame of the launcher: a line of the agent, or what a program has done.
type toApp struct {
	Line *string `json:"line,omitempty"`
	Ran  *ran    `json:"ran,omitempty"`
}

type ran struct {
	ID     json.RawMessage `json:"id"`
	Exit   int             `json:"exit"`
	Output string          `json:"output"`
	Cut    bool            `json:"cut"`
}

// serveAgent passes lines between an agent and the app, and runs programs for it. Values come only to be given to a
// program; they never go to the agent.
func serveAgent(of switches, _ []string) error {
	app, err := open(of)
	if err != nil {
		return err
	}
	if _, err := ask(app, request{Command: "mcp"}); err != nil {
		return err
	}
	var writing sync.Mutex
	send := func(message toApp) error {
		writing.Lock()
		defer writing.Unlock()
		return writeFrame(app, message, maxRequest)
	}
	ended := make(chan error, 2)
	running := runs{stops: map[string]chan struct{}{}}
	go func() {
		ended <- linesTo(send, os.Stdin)
	}()
	go func() {
		ended <- framesFrom(app, os.Stdout, func(message fromApp) {
			if message.Stop != nil {
				running.stop(string(message.Stop.ID))
				return
			}
			stopped := running.begin(string(message.Run.ID))
			go func() {
				defer running.Done()
				send(toApp{Ran: runFor(message, stopped)})
			}()
		})
	}()
	err = <-ended
	// What runs for the agent ends with it.
	running.stopAll()
	running.Wait()
	app.Close()
	if err == io.EOF {
		return nil
	}
	return err
}

// runs are the programs that run for the agent; a channel ends each.
type runs struct {
	sync.WaitGroup
	lock  sync.Mutex
	stops map[string]chan struct{}
	over  bool
}

// begin counts a program; it is stopped at once if all were.
func (r *runs) begin(id string) <-chan struct{} {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.Add(1)
	stopped := make(chan struct{})
	if r.over {
		close(stopped)
	} else {
		r.stops[id] = stopped
	}
	return stopped
}

func (r *runs) stop(id string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if stopped, known := r.stops[id]; known {
		delete(r.stops, id)
		close(stopped)
	}
}

func (r *runs) stopAll() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.over = true
	for id, stopped := range r.stops {
		delete(r.stops, id)
		close(stopped)
	}
}

// linesTo sends each line of the agent as a frame.
func linesTo(send func(toApp) error, from io.Reader) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 64<<10), maxRequest)
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			continue
		}
		if err := send(toApp{Line: &line}); err == errTooLong {
			return usage("A message of the agent is longer than 1 MiB.")
		} else if err != nil {
			return lost()
		}
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return usage("A message of the agent is longer than 1 MiB.")
	} else if err != nil {
		return failed("Reading from the agent failed", err)
	}
	return io.EOF
}

// framesFrom writes each line for the agent, and hands on programs to run and to stop.
func framesFrom(app io.Reader, to io.Writer, run func(fromApp)) error {
	for {
		var message fromApp
		if err := readFrame(app, &message, maxAnswer); err != nil {
			return lost()
		}
		switch {
		case message.Run != nil || message.Stop != nil:
			run(message)
		case message.Line != nil:
			if _, err := io.WriteString(to, *message.Line+"\n"); err != nil {
				return io.EOF
			}
		}
	}
}

// runFor runs a program and returns its masked output.
func runFor(message fromApp, stopped <-chan struct{}) *ran {
	task := message.Run
	var values []value
	for name, text := range task.Env {
		values = append(values, value{name, text})
	}
	out := &bounded{limit: mostCaptured}
	var wanted variables
	for _, each := range values {
		wanted.references = append(wanted.references, reference{each.Name, ""})
	}
	own, err := childEnvironment(os.Environ(), wanted, values)
	code := 0
	if err == nil && len(task.Argv) > 0 {
		code, err = capture(child{task.Program, task.Argv, own, task.Folder, values, streams{true, true}}, out, stopped)
	}
	if err != nil {
		code = exitCodes["failed"]
		if known, ok := err.(*failure); ok {
			code = exitCodes[known.code]
		}
		io.WriteString(out, plain(err.Error())+"\n")
	}
	result := &ran{ID: task.ID, Exit: code, Output: string(out.text), Cut: out.cut}
	// Control characters are six bytes each in JSON.
	for {
		if text, err := json.Marshal(toApp{Ran: result}); err != nil || len(text) <= maxRequest {
			return result
		}
		result.Output, result.Cut = result.Output[:len(result.Output)/2], true
	}
}

// bounded keeps the beginning of a text.
type bounded struct {
	text  []byte
	limit int
	cut   bool
}

func (b *bounded) Write(text []byte) (int, error) {
	room := b.limit - len(b.text)
	if room < len(text) {
		b.text, b.cut = append(b.text, text[:room]...), true
	} else {
		b.text = append(b.text, text...)
	}
	return len(text), nil
}
