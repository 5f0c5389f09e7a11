package main

import (
	"os"
	"path/filepath"
	"strings"
)

// runOptions are the switches of `strongroom run`.
type runOptions struct {
	common
	envFile string
	argv    []string
}

// run asks for the values of all references, then becomes the program.
func run(options runOptions) error {
	program, err := findProgram(options.argv[0])
	if err != nil {
		return err
	}
	environment := os.Environ()
	wanted, err := gather(environment, options.envFile, options.connection)
	if err != nil {
		return err
	}
	if len(wanted.references) == 0 {
		own, err := childEnvironment(environment, wanted, nil)
		if err != nil {
			return err
		}
		return become(program, options.argv, own)
	}
	app, err := open(options.common)
	if err != nil {
		return err
	}
	stays := false
	said, err := ask(app, request{Command: "run", Program: program, Argv: options.argv, References: wanted.references, Stays: &stays})
	if err != nil {
		return err
	}
	own, err := childEnvironment(environment, wanted, said.Values)
	if err != nil {
		return err
	}
	return become(program, options.argv, own)
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
