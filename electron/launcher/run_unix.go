//go:build !windows

package main

import (
	"os"
	"syscall"
)

func executable(file, name string) error {
	found, err := os.Stat(file)
	if err != nil && os.IsNotExist(err) {
		return noProgram(name)
	}
	if err != nil || found.IsDir() || syscall.Access(file, 1) != nil {
		return fail("not-executable", "The program "+plain(name)+" cannot be executed.", "Check its permissions.")
	}
	return nil
}

// become replaces this process: process ID, terminal, signals and exit code are the program's own.
func become(program string, argv, environment []string) error {
	err := syscall.Exec(program, argv, environment)
	if err == syscall.E2BIG {
		return fail("unfit-value", "Arguments and variables together are too long for this system.", "Use `strongroom inject` or fewer variables.")
	}
	return fail("not-executable", "The program "+plain(argv[0])+" cannot be executed: "+err.Error()+".", "Check its first line and its format.")
}
