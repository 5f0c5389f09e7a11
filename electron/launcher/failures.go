package main

import (
	"fmt"
	"io"
)

// exitCodes are the launcher's own: a program's own code passes through otherwise. 126 and 127 are those of a shell.
var exitCodes = map[string]int{
	"usage":             64,
	"no-app":            80,
	"denied":            81,
	"locked":            82,
	"no-connection":     83,
	"not-found":         84,
	"unreachable":       85,
	"not-permitted":     86,
	"busy":              87,
	"invalid-reference": 88,
	"unfit-value":       89,
	"changed":           90,
	"failed":            91,
	"not-executable":    126,
	"no-program":        127,
}

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
