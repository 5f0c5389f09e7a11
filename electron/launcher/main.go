// Command strongroom gives secrets of the running app to programs. It has no token and decides nothing: it asks the
// app, which asks the person, and becomes the program with the values in its environment.
//
// From the environment it takes XDG_RUNTIME_DIR and PATH, and what it passes on. It cannot hide from its own user's
// programs by PR_SET_DUMPABLE: main recognises it by /proc/PID/exe, which the kernel then no longer tells.
package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"
)

func main() {
	if err := dispatch(os.Args[1:]); err != nil {
		os.Exit(report(os.Stderr, err))
	}
}

// switches are those of all commands; each command takes some of them.
type switches struct {
	connection string
	envFile    string
	template   string
	mask       bool
	noMask     bool
	start      bool
	show       bool
	quiet      bool
	help       bool
}

func (s *switches) texts() map[string]*string {
	return map[string]*string{"--connection": &s.connection, "--env-file": &s.envFile, "--template": &s.template}
}

func (s *switches) flags() map[string]*bool {
	return map[string]*bool{
		"--mask": &s.mask, "--no-mask": &s.noMask, "--start": &s.start, "--show": &s.show, "--quiet": &s.quiet,
		"--help": &s.help,
	}
}

// command is a row of what the launcher does.
type command struct {
	name string
	// takes are its switches beside --start and --help.
	takes []string
	// words are the words behind it: how few and how many; -1: no limit.
	fewest, most int
	usage        string
	says         string
	run          func(of switches, words []string) error
}

// commands are in the order of the help text. It is filled in by init, because `help` reads it.
var commands []command

func init() {
	commands = []command{
		{"run", []string{"--env-file", "--connection", "--mask", "--no-mask"}, 1, -1, "run [--env-file FILE] [--connection NAME] [--mask|--no-mask] [--] PROGRAM [ARGUMENT ...]", "Run a program with the values of references in its environment", run},
		{"read", []string{"--connection", "--show"}, 1, 1, "read [--connection NAME] [--show] REFERENCE", "Write one value to a pipe or a file; to a terminal with --show", read},
		{"inject", []string{"--connection"}, 2, 2, "inject [--connection NAME] TEMPLATE FILE", "Write a file from a template with references", inject},
		{"mount", []string{"--env-file", "--template", "--connection"}, 1, 1, "mount [--env-file FILE | --template TEMPLATE] FILE", "Serve a file that holds nothing on disk; the app asks about each reader", mount},
		{"ls", []string{"--connection", "--quiet"}, 0, 1, "ls [--quiet] [REFERENCE/]", "List connections, or a folder's names", list},
		{"env", []string{"--connection"}, 1, 1, "env [--connection NAME] REFERENCE", "Print an entry's keys as lines for .env.strongroom", printLines},
		{"status", nil, 0, 0, "status", "Say if the app is there, locked, and which connections are open", status},
		{"mcp", nil, 0, 0, "mcp", "Serve a coding agent over the Model Context Protocol", serveAgent},
		{"help", nil, 0, 0, "help", "Print this", help},
		{"version", nil, 0, 0, "version", "Print the version", version},
	}
}

func dispatch(args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.Contains(args[0], "://") {
		return becomeApp(args)
	}
	// Main's own; no user needs it.
	if args[0] == "peer" {
		return peer(os.Stdin, os.Stdout)
	}
	// The package's: manual page and completions are made of it.
	if args[0] == "describe" {
		return describe(os.Stdout)
	}
	for _, each := range commands {
		if each.name != args[0] {
			continue
		}
		given := switches{}
		words, err := parse(args[1:], each, &given)
		if err != nil {
			return err
		}
		if given.help {
			_, err := io.WriteString(os.Stdout, "Usage: strongroom "+each.usage+"\n"+each.says+".\n")
			return err
		}
		if len(words) < each.fewest || (each.most >= 0 && len(words) > each.most) {
			return fail("usage", "`strongroom "+each.name+"` takes other words.", "Usage: strongroom "+each.usage)
		}
		return each.run(given, words)
	}
	return usage("There is no command " + plain(args[0]) + ".")
}

// parse reads switches up to the first word that is none, or `--`; the rest is returned. Behind a reference switches of
// a command other than `run` are read, too.
func parse(args []string, of command, given *switches) ([]string, error) {
	texts, flags := given.texts(), given.flags()
	var words []string
	for at := 0; at < len(args); at++ {
		word := args[at]
		if word == "--" {
			return append(words, args[at+1:]...), nil
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			if of.name == "run" {
				return args[at:], nil
			}
			words = append(words, word)
			continue
		}
		name, text, hasText := strings.Cut(word, "=")
		if !of.has(name) {
			return nil, fail("usage", "`strongroom "+of.name+"` has no switch "+plain(name)+".", "Usage: strongroom "+of.usage)
		}
		if flag, ok := flags[name]; ok {
			if hasText {
				return nil, usage("The switch " + name + " takes no value.")
			}
			*flag = true
			continue
		}
		if !hasText {
			at++
			if at == len(args) {
				return nil, usage("The switch " + name + " needs a value.")
			}
			text = args[at]
		}
		*texts[name] = text
	}
	return words, nil
}

func (c command) has(name string) bool {
	if name == "--help" || (name == "--start" && c.name != "help" && c.name != "version") {
		return true
	}
	for _, each := range c.takes {
		if each == name {
			return true
		}
	}
	return false
}

func help(switches, []string) error {
	text := "Usage: strongroom [SWITCH ...]          Start the app; `strongroom --help` has its switches\n" +
		"       strongroom COMMAND [SWITCH ...]  Ask the running app for secrets, for programs\n\n"
	for _, each := range commands {
		text += "  " + each.usage + "\n      " + each.says + ".\n"
	}
	text += "\nA reference names an entry of a connection of the app: strongroom://CONNECTION/MOUNT/PATH[?version=N][#KEY].\n" +
		"--connection fills in a reference without a connection (strongroom:///MOUNT/PATH#KEY); --start starts the app.\n" +
		"`run` reads references from the environment and from --env-file (by default " + defaultEnvFile + " of this folder).\n" +
		"The app asks before it gives anything. `man strongroom` has the exit codes.\n"
	_, err := io.WriteString(os.Stdout, text)
	return err
}

// described is a command as the manual page and the completions need it.
type described struct {
	Name     string   `json:"name"`
	Usage    string   `json:"usage"`
	Says     string   `json:"says"`
	Switches []string `json:"switches"`
}

// describe prints commands and exit codes as JSON.
func describe(out io.Writer) error {
	about := struct {
		Commands []described `json:"commands"`
		Exits    interface{} `json:"exits"`
	}{Exits: exits}
	for _, each := range commands {
		own := append([]string{}, each.takes...)
		if each.has("--start") {
			own = append(own, "--start")
		}
		about.Commands = append(about.Commands, described{each.name, each.usage, each.says, append(own, "--help")})
	}
	return json.NewEncoder(out).Encode(about)
}

// version is the app's: both come in one package.
func version(switches, []string) error { return becomeApp([]string{"--version"}) }
