package main

import (
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
	child := exec.Command(program, argv[1:]...)
	child.Env = environment
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := child.Run()
	if ended, ok := err.(*exec.ExitError); ok {
		os.Exit(ended.ExitCode())
	}
	if err != nil {
		return fail("not-executable", "The program "+plain(argv[0])+" cannot be executed: "+err.Error()+".", "Check its format.")
	}
	os.Exit(0)
	return nil
}
