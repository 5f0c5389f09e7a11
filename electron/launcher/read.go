package main

import (
	"os"
)

// read writes one value to a pipe or a file, byte for byte; to a terminal only with --show.
func read(of switches, words []string) error {
	question := request{Command: "read", To: "pipe"}
	where, err := os.Stdout.Stat()
	if err != nil {
		return failed("Looking at the standard output failed", err)
	}
	switch {
	case isTerminal(os.Stdout):
		question.To = "terminal"
		if !of.show {
			return fail("usage", "The value would be shown on this terminal.", "Add --show if that is meant, or write to a pipe or a file.")
		}
	case where.Mode().IsRegular():
		question.To = "file"
		question.File = pathOf(os.Stdout)
	}
	question.References = []reference{{"", withConnection(words[0], of.connection)}}
	app, err := open(of)
	if err != nil {
		return err
	}
	said, err := ask(app, question)
	if err != nil {
		return err
	}
	if len(said.Values) != 1 {
		return lost()
	}
	text := said.Values[0].Value
	if question.To == "terminal" {
		text += "\n"
	}
	if _, err := os.Stdout.WriteString(text); err != nil {
		return failed("Writing the value failed", err)
	}
	return nil
}
