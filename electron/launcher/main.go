// Command strongroom gives secrets of the running app to programs. It holds no token and decides nothing: it asks the
// app, which asks the person, and becomes the program with the values in its environment.
//
// From the environment it takes XDG_RUNTIME_DIR and PATH, and what it passes on. It cannot hide from its own user's
// programs by PR_SET_DUMPABLE: main recognises it by /proc/PID/exe, which the kernel then no longer tells.
package main

import (
	"io"
	"os"
	"strings"
)

func main() {
	if err := dispatch(os.Args[1:]); err != nil {
		os.Exit(report(os.Stderr, err))
	}
}

func dispatch(args []string) error {
	if len(args) == 0 {
		return usage("A command is missing.")
	}
	switch args[0] {
	case "run":
		options := runOptions{}
		rest, err := parse(args[1:], options.switches(&options.envFile), nil)
		if err != nil {
			return err
		}
		if len(rest) == 0 {
			return usage("`strongroom run` needs a program: strongroom run -- npm start")
		}
		options.argv = rest
		return run(options)
	case "read":
		options := readOptions{}
		rest, err := parse(args[1:], options.texts(), map[string]*bool{"--show": &options.show})
		if err != nil {
			return err
		}
		if len(rest) != 1 {
			return usage("`strongroom read` needs one reference.")
		}
		options.reference = rest[0]
		return read(options)
	case "mount":
		options := mountOptions{}
		rest, err := parse(args[1:], options.switches(), nil)
		if err == nil && len(rest) > 1 {
			var more []string
			more, err = parse(rest[1:], options.switches(), nil)
			rest = append(rest[:1:1], more...)
		}
		if err != nil {
			return err
		}
		if len(rest) != 1 {
			return usage("`strongroom mount` needs the name of the file to make.")
		}
		options.file = rest[0]
		return mount(options)
	case "peer":
		return peer(os.Stdin, os.Stdout)
	}
	return usage("There is no command " + plain(args[0]) + ".")
}

// common are the switches of all commands that ask the app.
type common struct {
	connection string
}

func (c *common) texts() map[string]*string {
	return map[string]*string{"--connection": &c.connection}
}

func (o *runOptions) switches(envFile *string) map[string]*string {
	texts := o.texts()
	texts["--env-file"] = envFile
	return texts
}

// mountOptions are the switches of `strongroom mount`.
type mountOptions struct {
	common
	file     string
	envFile  string
	template string
}

func (o *mountOptions) switches() map[string]*string {
	texts := o.texts()
	texts["--env-file"], texts["--template"] = &o.envFile, &o.template
	return texts
}

// open connects to the app.
func open(common) (io.ReadWriteCloser, error) { return dial() }

// parse reads switches up to the first word that is none, or `--`; the rest is returned.
func parse(args []string, texts map[string]*string, flags map[string]*bool) ([]string, error) {
	for at := 0; at < len(args); at++ {
		word := args[at]
		if word == "--" {
			return args[at+1:], nil
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			return args[at:], nil
		}
		name, text, hasText := strings.Cut(word, "=")
		if flag, ok := flags[name]; ok && !hasText {
			*flag = true
			continue
		}
		target, ok := texts[name]
		if !ok {
			return nil, usage("There is no switch " + plain(name) + " here.")
		}
		if !hasText {
			at++
			if at == len(args) {
				return nil, usage("The switch " + name + " needs a value.")
			}
			text = args[at]
		}
		*target = text
	}
	return nil, nil
}
