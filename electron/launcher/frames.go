package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
)

// protocol is the version that every request states.
const protocol = 1

const (
	maxRequest = 1 << 20
	maxAnswer  = 16 << 20
)

// reference asks for one value, or for a whole entry if the reference has no key.
type reference struct {
	Name      string `json:"name"`
	Reference string `json:"reference"`
}

// request is the one question of a connection; only the fields of its command are set.
type request struct {
	Protocol   int         `json:"protocol"`
	Command    string      `json:"command"`
	Program    string      `json:"program,omitempty"`
	Argv       []string    `json:"argv,omitempty"`
	References []reference `json:"references,omitempty"`
	Stays      *bool       `json:"stays,omitempty"`
	To         string      `json:"to,omitempty"`
	File       string      `json:"file,omitempty"`
	Template   string      `json:"template,omitempty"`
	Reference  *string     `json:"reference,omitempty"`
	Quiet      bool        `json:"quiet,omitempty"`
}

// value is one secret of an answer. Nothing prints it but what the command is for.
type value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// answer is what the app says to a request: values, facts of a command, or an error.
type answer struct {
	OK    *facts  `json:"ok"`
	Error *refuse `json:"error"`
}

// facts are the answers of all commands in one shape; a command reads its own.
type facts struct {
	Values      []value      `json:"values"`
	Leases      bool         `json:"leases"`
	Names       []string     `json:"names"`
	Lines       []string     `json:"lines"`
	Version     string       `json:"version"`
	Locked      bool         `json:"locked"`
	Connections []connection `json:"connections"`
}

// connection is one line of `strongroom status`.
type connection struct {
	Name  string `json:"name"`
	State string `json:"state"`
}

// refuse is an error of the app: its code names the exit code.
type refuse struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Advice  string `json:"advice"`
}

var errTooLong = errors.New("a message is too long")

// writeFrame writes the length in 4 bytes, big endian, and the message as JSON, in one write.
func writeFrame(to io.Writer, message interface{}, limit int) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(text) > limit {
		return errTooLong
	}
	frame := make([]byte, 4+len(text))
	binary.BigEndian.PutUint32(frame, uint32(len(text)))
	copy(frame[4:], text)
	_, err = to.Write(frame)
	return err
}

// readFrame reads one message; a length above the limit is refused before anything of it is read.
func readFrame(from io.Reader, message interface{}, limit int) error {
	var head [4]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return err
	}
	length := binary.BigEndian.Uint32(head[:])
	if int64(length) > int64(limit) {
		return errTooLong
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(from, text); err != nil {
		return err
	}
	return json.Unmarshal(text, message)
}
