package main

import (
	"io"
	"unicode/utf8"
)

// ask sends the one request of a connection and reads its answer. The connection stays open for those who need it:
// main revokes the leases of an answer when it closes.
func ask(to io.ReadWriter, question request) (*facts, error) {
	question.Protocol = protocol
	if !question.isText() {
		return nil, usage("A path, an argument or a reference is not UTF-8, so the app could not show what is meant.")
	}
	if err := writeFrame(to, question, maxRequest); err != nil {
		if err == errTooLong {
			return nil, usage("The command line and its references are more than 1 MiB.")
		}
		// The app answers `busy` at once and closes, before it has read the request.
		if said, readErr := readAnswer(to); readErr == nil || isFailure(readErr) {
			return said, readErr
		}
		return nil, lost()
	}
	return readAnswer(to)
}

// isText is false if JSON would replace bytes: the app would check another file than the one that is executed.
func (r request) isText() bool {
	all := append([]string{r.Program, r.File, r.Template}, r.Argv...)
	for _, each := range r.References {
		all = append(all, each.Name, each.Reference)
	}
	if r.Reference != nil {
		all = append(all, *r.Reference)
	}
	for _, each := range all {
		if !utf8.ValidString(each) {
			return false
		}
	}
	return true
}

func isFailure(err error) bool {
	known, ok := err.(*failure)
	return ok && known.code != "failed"
}

// readAnswer reads one answer; an error of the app is a failure with its code.
func readAnswer(from io.Reader) (*facts, error) {
	var said answer
	if err := readFrame(from, &said, maxAnswer); err != nil {
		return nil, lost()
	}
	if said.Error != nil {
		return nil, fail(said.Error.Code, said.Error.Message, said.Error.Advice)
	}
	if said.OK == nil {
		return nil, lost()
	}
	return said.OK, nil
}

func lost() *failure {
	return fail("failed", "The app ended the connection without an answer.", "Was it locked or quit? Run the command again.")
}

func noApp() *failure {
	return fail("no-app", "Strongroom is not running, or gives nothing to programs.",
		"Start the app and turn on Programs in its settings, or add --start to start it.")
}
