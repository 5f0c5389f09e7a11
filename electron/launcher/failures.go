package main

import (
	"fmt"
	"io"
)

// exits are the launcher's own: a program's own code passes through otherwise. 126 and 127 are those of a shell.
var exits = []struct {
	Name string `json:"name"`
	Code int    `json:"code"`
	Says string `json:"says"`
}{
	{"usage", 64, "The command line, a file of variables or a template is wrong."},
	{"no-app", 80, "The app is not running, or Programs is off."},
	{"denied", 81, "Refused in the secure prompt."},
	{"locked", 82, "The app is locked."},
	{"no-connection", 83, "The connection is unknown or not logged in."},
	{"not-found", 84, "The entry, key or version does not exist."},
	{"unreachable", 85, "The server is sealed or cannot be reached."},
	{"not-permitted", 86, "The token's policies do not permit it."},
	{"busy", 87, "The app is answering other programs."},
	{"invalid-reference", 88, "A reference is not valid."},
	{"unfit-value", 89, "A value cannot go where it should: a NUL byte in a variable, a quote between quotes."},
	{"changed", 90, "The program, its script or its folder changed during the question, or cannot be identified."},
	{"failed", 91, "Anything else."},
	{"not-executable", 126, "The program cannot be executed."},
	{"no-program", 127, "The program was not found."},
}

var exitCodes = func() map[string]int {
	out := map[string]int{}
	for _, each := range exits {
		out[each.Name] = each.Code
	}
	return out
}()

// failure ends the launcher: one line says what happened, one what to do, and the code names the exit code.
type failure struct {
	code    string
	message string
	advice  string
}

func (f *failure) Error() string { return f.message }

func fail(code, message, advice string) *failure { return &failure{code, message, advice} }

func usage(message string) *failure {
	return fail("usage", message, "`strongroom help` lists the commands.")
}

// failed wraps an error of the system. It never holds a value: no value is part of a path or a system call's name.
func failed(doing string, err error) *failure {
	return fail("failed", fmt.Sprintf("%s: %v.", doing, err), "See what the system says; `strongroom status` shows the app's state.")
}

// report prints a failure in two lines and returns its exit code. Text of the app is printed without what would move a
// terminal's cursor.
func report(to io.Writer, err error) int {
	known, ok := err.(*failure)
	if !ok {
		known = failed("Strongroom's launcher failed", err)
	}
	fmt.Fprintf(to, "strongroom: %s\n", plain(known.message))
	if known.advice != "" {
		fmt.Fprintf(to, "  %s\n", plain(known.advice))
	}
	if code, ok := exitCodes[known.code]; ok {
		return code
	}
	return exitCodes["failed"]
}

// plain replaces control characters and those that turn the direction of writing: names of servers end in a terminal.
func plain(text string) string {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		hidden := r < 0x20 || (r >= 0x7f && r < 0xa0) || (r >= 0x200b && r <= 0x200f) || (r >= 0x2028 && r <= 0x202e) ||
			(r >= 0x2060 && r <= 0x206f) || r == 0x61c || r == 0xfeff
		if hidden {
			r = '\ufffd'
		}
		out = append(out, r)
	}
	return string(out)
}
