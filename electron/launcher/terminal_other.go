//go:build !linux

package main

import "os"

func isTerminal(file *os.File) bool {
	found, err := file.Stat()
	return err == nil && found.Mode()&os.ModeCharDevice != 0
}

func pathOf(*os.File) string { return "" }

func fixed(folder *os.File) string { return folder.Name() }
