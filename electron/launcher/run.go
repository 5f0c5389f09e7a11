package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// run asks for the values of all references, then becomes the program, or stays as its parent if its output is masked
// or if leases end with it.
func run(of switches, argv []string) error {
	if of.mask && of.noMask {
		return usage("--mask and --no-mask contradict each other.")
	}
	program, err := findProgram(argv[0])
	if err != nil {
		return err
	}
	environment := os.Environ()
	wanted, err := gather(environment, of.envFile, of.connection)
	if err != nil {
		return err
	}
	masked := maskedStreams(of)
	var app closer
	said := &facts{}
	if len(wanted.references) > 0 {
		stream, err := open(of)
		if err != nil {
			return err
		}
		app = stream
		stays := masked.any()
		said, err = ask(stream, request{Command: "run", Program: program, Argv: argv, References: wanted.references, Stays: &stays})
		if err != nil {
			return err
		}
	}
	own, err := childEnvironment(environment, wanted, said.Values)
	if err != nil {
		return err
	}
	if !said.Leases && (!masked.any() || len(said.Values) == 0) {
		return become(program, argv, own)
	}
	if short := len(unmasked(secretsOf(said.Values))); of.mask && short > 0 {
		fmt.Fprintf(os.Stderr, "strongroom: %d of the values are shorter than %d bytes and not masked.\n", short, shortestMasked)
	}
	return stay(child{program, argv, own, "", said.Values, masked}, app)
}

type closer interface{ Close() error }

// child is a program that the launcher stays the parent of.
type child struct {
	program     string
	argv        []string
	environment []string
	folder      string
	values      []value
	masked      streams
}

// streams tells which outputs are masked.
type streams struct{ out, err bool }

func (s streams) any() bool { return s.out || s.err }

// maskedStreams are all with --mask, none with --no-mask, and otherwise those that are not a terminal.
func maskedStreams(of switches) streams {
	if of.noMask {
		return streams{}
	}
	return streams{of.mask || !isTerminal(os.Stdout), of.mask || !isTerminal(os.Stderr)}
}

func secretsOf(values []value) [][]byte {
	out := make([][]byte, 0, len(values))
	for _, each := range values {
		out = append(out, []byte(each.Value))
	}
	return out
}

// findProgram finds a program as a shell does, without resolving links: the app is told what is executed. 127 if there
// is none, 126 if it cannot be executed.
func findProgram(name string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		full, err := filepath.Abs(name)
		if err != nil {
			return "", failed("Finding the folder failed", err)
		}
		return full, executable(full, name)
	}
	var refused error
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if folder == "" {
			folder = "."
		}
		full, err := filepath.Abs(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		err = executable(full, name)
		if err == nil {
			return full, nil
		}
		if err.(*failure).code == "not-executable" {
			refused = err
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", noProgram(name)
}

func noProgram(name string) *failure {
	return fail("no-program", "There is no program "+plain(name)+".", "Check its name, and PATH.")
}

func notExecutable(name string, err error) *failure {
	return fail("not-executable", "The program "+plain(name)+" cannot be executed: "+err.Error()+".", "Check its permissions, its format and its first line.")
}

func tooLong() *failure {
	return fail("unfit-value", "Arguments and variables together are too long for this system.", "Use `strongroom inject`, or fewer variables.")
}
