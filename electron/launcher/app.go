package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// startPatience is how long --start waits for the socket of the app.
const startPatience = 30 * time.Second

// appFile is the app that this launcher was installed with: the launcher lies among its resources.
func appFile() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", failed("Finding the launcher's own file failed", err)
	}
	if own, err = filepath.EvalSymlinks(own); err != nil {
		return "", failed("Finding the launcher's own file failed", err)
	}
	above := filepath.Dir(filepath.Dir(own))
	file := filepath.Join(above, "strongroom")
	switch runtime.GOOS {
	case "windows":
		file += ".exe"
	case "darwin":
		file = filepath.Join(above, "MacOS", "Strongroom")
	}
	if _, err := os.Stat(file); err != nil {
		return "", fail("no-app", "This launcher was not installed with the app.", "Start the app by hand; in a clone of the project `npm start` does.")
	}
	return file, nil
}

// becomeApp replaces the launcher by the app, as if it had been called itself.
func becomeApp(args []string) error {
	app, err := appFile()
	if err != nil {
		return err
	}
	return become(app, append([]string{app}, args...), os.Environ())
}

// open connects to the app; with --start it starts the app first if nothing serves the socket.
func open(of switches) (io.ReadWriteCloser, error) {
	app, err := dial()
	if err == nil || !of.start || err.(*failure).code != "no-app" {
		return app, err
	}
	file, err := appFile()
	if err != nil {
		return nil, err
	}
	io.WriteString(os.Stderr, "strongroom: Starting the app …\n")
	child := exec.Command(file)
	child.Dir = string(filepath.Separator)
	detach(child)
	if err := child.Start(); err != nil {
		return nil, failed("Starting the app failed", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	patience := time.After(startPatience)
	for {
		if app, err = dial(); err == nil || err.(*failure).code != "no-app" {
			return app, err
		}
		select {
		case <-ended:
			return nil, fail("no-app", "The app runs already or did not stay, and gives nothing to programs.", "Turn on Programs in its settings.")
		case <-patience:
			return nil, fail("no-app", "The app was started, but gives nothing to programs.", "Turn on Programs in its settings, and log in.")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
