package main

import (
	"io"
	"os"
	"strings"
)

// list prints the names of a folder, or of the open connections. A shell completes with it; --quiet keeps it from
// opening a question.
func list(of switches, words []string) error {
	text := ""
	if len(words) == 1 {
		text = withConnection(words[0], of.connection)
	}
	said, err := answered(of, request{Command: "ls", Reference: &text, Quiet: of.quiet})
	if err != nil {
		return err
	}
	if text == "" {
		for at, name := range said.Names {
			said.Names[at] = scheme + escaped(name) + "/"
		}
	}
	return printed(said.Names)
}

// printLines prints an entry's keys as lines of a file of variables.
func printLines(of switches, words []string) error {
	text := withConnection(words[0], of.connection)
	said, err := answered(of, request{Command: "env", Reference: &text})
	if err != nil {
		return err
	}
	return printed(said.Lines)
}

func status(of switches, _ []string) error {
	said, err := answered(of, request{Command: "status"})
	if err != nil {
		return err
	}
	lines := []string{"Strongroom " + said.Version + ", " + map[bool]string{true: "locked", false: "unlocked"}[said.Locked]}
	for _, each := range said.Connections {
		lines = append(lines, each.State+"\t"+each.Name)
	}
	return printed(lines)
}

func answered(of switches, question request) (*facts, error) {
	app, err := open(of)
	if err != nil {
		return nil, err
	}
	defer app.Close()
	return ask(app, question)
}

func printed(lines []string) error {
	var text strings.Builder
	for _, each := range lines {
		// A tab separates columns of the launcher's own.
		for at, part := range strings.Split(each, "\t") {
			if at > 0 {
				text.WriteByte('\t')
			}
			text.WriteString(plain(part))
		}
		text.WriteByte('\n')
	}
	if _, err := io.WriteString(os.Stdout, text.String()); err != nil {
		return failed("Writing failed", err)
	}
	return nil
}
