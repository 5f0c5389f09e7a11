//go:build !linux

package main

func mount(switches, []string) error {
	return fail("failed", "A file cannot be mounted on this system.", "Use `strongroom inject`, or `strongroom run`.")
}
