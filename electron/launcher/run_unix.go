//go:build !windows

package main

import (
	"os"
	"syscall"
)

func executable(file, name string) error {
	found, err := os.Stat(file)
	if os.IsNotExist(err) {
		return noProgram(name)
	}
	if err == nil && found.IsDir() {
		err = syscall.EISDIR
	}
	if err == nil {
		err = syscall.Access(file, 1)
	}
	if err != nil {
		return notExecutable(name, err)
	}
	return nil
}

// become replaces this process: process ID, terminal, signals and exit code are the program's own.
func become(program string, argv, environment []string) error {
	return notStarted(argv[0], syscall.Exec(program, argv, environment))
}

func notStarted(name string, err error) error {
	if err == syscall.E2BIG {
		return tooLong()
	}
	return notExecutable(name, err)
}
