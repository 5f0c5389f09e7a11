package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// question is a frame to the app about one reader of a mounted file.
type question struct {
	Reader int `json:"reader"`
}

// mount serves a file that holds nothing on disk: the app asks the person about each program that reads it.
func mount(of switches, words []string) error {
	wanted, render, err := of.content()
	if err != nil {
		return err
	}
	file, err := filepath.Abs(words[0])
	if err != nil {
		return failed("Finding the folder failed", err)
	}
	app, err := open(of)
	if err != nil {
		return err
	}
	defer app.Close()
	asks := request{Command: "mount", File: file, References: wanted}
	if of.template != "" {
		if asks.Template, err = filepath.Abs(of.template); err != nil {
			return failed("Finding the folder failed", err)
		}
	}
	if _, err := ask(app, asks); err != nil {
		return err
	}
	f, err := makeFifo(file)
	if os.IsExist(err) {
		return usage("There is a file of this name already. Remove it, or choose another name.")
	}
	if err != nil {
		return failed("Making the file failed", err)
	}
	defer f.remove()
	return mounted(f, app, render)
}

// mounted serves readers until a signal comes or the app ends the connection.
func mounted(f *fifos, app io.ReadWriter, render func([]value) ([]byte, error)) error {
	ended, gone := make(chan struct{}), make(chan struct{})
	answers := make(chan *answer)
	go func() {
		defer close(gone)
		for {
			said := new(answer)
			if readFrame(app, said, maxAnswer) != nil {
				return
			}
			answers <- said
		}
	}()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	var by os.Signal
	go func() {
		select {
		case by = <-signals:
		case <-gone:
		}
		close(ended)
	}()
	content := func(pid int) ([]byte, error) {
		if err := writeFrame(app, question{pid}, maxRequest); err != nil {
			return nil, lost()
		}
		select {
		case said := <-answers:
			if said.Error != nil {
				return nil, fail(said.Error.Code, said.Error.Message, said.Error.Advice)
			}
			if said.OK == nil {
				return nil, lost()
			}
			return render(said.OK.Values)
		case <-ended:
			return nil, lost()
		}
	}
	err := serveFifo(f, content, func(err error) {
		if _, ok := err.(*failure); !ok {
			err = fail("failed", "A reader got nothing: "+err.Error()+".", "It can read the file again.")
		}
		report(os.Stderr, err)
	}, ended)
	if err != errEnded {
		return failed("Serving the file failed", err)
	}
	if by == nil {
		return fail("no-app", "The app has ended the connection, so the file is gone.", "Was it locked or quit? Mount it again.")
	}
	f.remove()
	dieBy(by.(syscall.Signal))
	return nil
}

// content is what to ask for and the text to make of the values.
func (o switches) content() ([]reference, func([]value) ([]byte, error), error) {
	if o.template != "" {
		return o.contentOfTemplate()
	}
	wanted, err := gather(nil, o.envFile, o.connection)
	if err != nil {
		return nil, nil, err
	}
	if len(wanted.references) == 0 {
		return nil, nil, usage("There are no references to serve: name a file of them by --env-file.")
	}
	return wanted.references, func(values []value) ([]byte, error) {
		lines, err := childEnvironment(nil, wanted, values)
		if err != nil {
			return nil, err
		}
		var text strings.Builder
		for _, line := range lines {
			name, content, _ := strings.Cut(line, "=")
			fmt.Fprintf(&text, "%s=%s\n", name, assigned(content))
		}
		return []byte(text.String()), nil
	}, nil
}

// contentOfTemplate is the same for a template with references.
func (o switches) contentOfTemplate() ([]reference, func([]value) ([]byte, error), error) {
	template, found, err := readTemplate(o.template)
	if err != nil {
		return nil, nil, err
	}
	return referencesOf(found, o.connection), func(values []value) ([]byte, error) {
		text, err := filled(template, found, values)
		return []byte(text), err
	}, nil
}

// assigned writes a value as the app's own `.env` texts do: a POSIX shell reads it back exactly.
func assigned(text string) string {
	isPlain := text != ""
	for at := 0; at < len(text); at++ {
		c := text[at]
		isPlain = isPlain && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_@%+:,./-", c) >= 0)
	}
	switch {
	case isPlain:
		return text
	case strings.Contains(text, "'"):
		return `"` + escapedBefore(text, "\"\\$`") + `"`
	}
	return "'" + text + "'"
}
