package main

import (
	"errors"
	"os"
	"os/exec"
)

func executable(file, name string) error {
	if _, err := exec.LookPath(file); err != nil {
		return noProgram(name)
	}
	return nil
}

// become starts a child and ends with its code: this system cannot replace a process. Compiled, not tried.
func become(program string, argv, environment []string) error {
	return stay(child{program, argv, environment, "", nil, streams{}}, nil)
}

func stay(of child, app closer) error {
	program := exec.Command(of.program, of.argv[1:]...)
	program.Env, program.Dir = of.environment, of.folder
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	out, warn := newMasker(os.Stdout, secretsOf(of.values)), newMasker(os.Stderr, secretsOf(of.values))
	if of.masked.out {
		program.Stdout = out
	}
	if of.masked.err {
		program.Stderr = warn
	}
	err := program.Run()
	out.Close()
	warn.Close()
	if app != nil {
		app.Close()
	}
	if ended, ok := err.(*exec.ExitError); ok {
		os.Exit(ended.ExitCode())
	}
	if err != nil {
		return notExecutable(of.argv[0], err)
	}
	os.Exit(0)
	return nil
}

func capture(child, *bounded, <-chan struct{}) (int, error) {
	return 0, errors.New("agents run nothing on this system yet")
}
