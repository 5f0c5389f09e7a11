package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

const scheme = "strongroom://"

// defaultEnvFile is read if it exists and --env-file names no other.
const defaultEnvFile = ".env.strongroom"

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// loaderNames are variables that make a program run or load code, or send its traffic elsewhere. Main's grants for a
// folder hold a digest of those in the launcher's environment (electron/platform/programs/processes.ts has the same
// list), so none may come from a file or an entry, which that digest does not cover.
var loaderNames = regexp.MustCompile(`^(?:(?:LD|DYLD|GIT|NODE|NPM_CONFIG|npm_config|LUA|BUNDLE|GEM|JAVA|JDK_JAVA|_JAVA|GTK|QT|ELECTRON|SSL_CERT|CARGO|DOTNET|DENO|BUN|XDG_CONFIG|BASH_FUNC)_.*|` +
	`(?:PYTHON|RUBY|PERL|PHP|RUSTC).*|CLASSPATH|BASH_ENV|ENV|ZDOTDIR|IFS|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|MAKEFLAGS|MAKEFILES|GCONV_PATH|GLIBC_TUNABLES|` +
	`EDITOR|VISUAL|PAGER|SHELL|OPENSSL_CONF|SSLKEYLOGFILE|HTTPS?_PROXY|https?_proxy|ALL_PROXY|all_proxy|REQUESTS_CA_BUNDLE|CURL_HOME|GO(?:FLAGS|ROOT|PATH)|PATH|HOME)$`)

// changesStarts is true of such a variable; NODE_ENV stands in every second file of variables, and loads nothing.
func changesStarts(name string) bool { return name != "NODE_ENV" && loaderNames.MatchString(name) }

// variables are what a program gets beside its own environment.
type variables struct {
	// plain are lines of the file that hold no reference.
	plain []value
	// references ask the app; one without a name stands for all keys of its entry.
	references []reference
}

// gather reads references from a file and from the environment; the file's lines stand for variables of the same name.
func gather(environment []string, file string, connection string) (variables, error) {
	var out variables
	named := map[string]bool{}
	if file == "" {
		if _, err := os.Stat(defaultEnvFile); err == nil {
			file = defaultEnvFile
		}
	}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return out, usage(fmt.Sprintf("The file of variables cannot be read: %v.", err))
		}
		if out, err = parseEnvFile(string(text), file); err != nil {
			return out, err
		}
	}
	for _, each := range out.plain {
		named[each.Name] = true
	}
	for _, each := range out.references {
		named[each.Name] = true
	}
	for _, each := range environment {
		name, text, _ := strings.Cut(each, "=")
		if strings.HasPrefix(text, scheme) && !named[name] && variableName.MatchString(name) {
			out.references = append(out.references, reference{name, text})
		}
	}
	for at := range out.references {
		out.references[at].Reference = withConnection(out.references[at].Reference, connection)
	}
	return out, nil
}

// parseEnvFile reads lines of NAME=value as dotenv does, without expansion, and references that stand alone.
func parseEnvFile(text, file string) (variables, error) {
	var out variables
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for at := 0; at < len(lines); at++ {
		number := at + 1
		line := strings.TrimSpace(lines[at])
		wrong := func(what string) error {
			return usage(fmt.Sprintf("%s, line %d: %s.", file, number, what))
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, scheme) {
			out.references = append(out.references, reference{"", line})
			continue
		}
		name, rest, found := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name = strings.TrimSpace(name)
		if !found || !variableName.MatchString(name) {
			return out, wrong("neither NAME=value nor a reference")
		}
		if changesStarts(name) {
			return out, wrong(name + " changes how programs start, so it must be set in the environment")
		}
		rest = strings.TrimSpace(rest)
		var content string
		if quote := firstOf(rest, "'\"`"); quote != 0 {
			// A quoted value may go on over lines.
			body := rest[1:]
			end := closing(body, quote)
			for end < 0 && at+1 < len(lines) {
				at++
				body += "\n" + strings.TrimSuffix(lines[at], "\r")
				end = closing(body, quote)
			}
			if end < 0 {
				return out, wrong("a quote is not closed")
			}
			after := strings.TrimSpace(body[end+1:])
			if after != "" && !strings.HasPrefix(after, "#") {
				return out, wrong("something follows the closing quote")
			}
			content = body[:end]
			if quote == '"' {
				content = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\"`, `"`, `\\`, `\`).Replace(content)
			}
		} else {
			content = rest
			// A reference has its key behind #; a comment of a line needs a space before.
			if comment := strings.Index(content, " #"); comment >= 0 {
				content = strings.TrimSpace(content[:comment])
			}
		}
		if strings.HasPrefix(content, scheme) {
			out.references = append(out.references, reference{name, content})
		} else {
			out.plain = append(out.plain, value{name, content})
		}
	}
	return out, nil
}

func firstOf(text, of string) byte {
	if text != "" && strings.IndexByte(of, text[0]) >= 0 {
		return text[0]
	}
	return 0
}

// closing finds the quote that ends a value; a backslash escapes it within double quotes.
func closing(text string, quote byte) int {
	for at := 0; at < len(text); at++ {
		if text[at] == '\\' && quote == '"' {
			at++
		} else if text[at] == quote {
			return at
		}
	}
	return -1
}

// withConnection fills --connection into a reference that names none: strongroom:///mount/path.
func withConnection(text, connection string) string {
	if connection == "" || !strings.HasPrefix(text, scheme+"/") {
		return text
	}
	return scheme + escaped(connection) + text[len(scheme):]
}

// escaped encodes a name as a segment of a reference.
func escaped(name string) string {
	var out strings.Builder
	for at := 0; at < len(name); at++ {
		c := name[at]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

// childEnvironment is the launcher's own, with lines of the file over it, and values over both. A key of a whole entry
// gives way to a line that names the variable.
func childEnvironment(environment []string, wanted variables, values []value) ([]string, error) {
	asked, plainly := map[string]bool{}, map[string]bool{}
	for _, each := range wanted.references {
		asked[each.Name] = true
	}
	for _, each := range wanted.plain {
		plainly[each.Name] = true
	}
	given := append([]value{}, wanted.plain...)
	for _, each := range values {
		if !asked[each.Name] {
			if plainly[each.Name] {
				continue
			}
			if !variableName.MatchString(each.Name) {
				return nil, fail("unfit-value", "An entry has a key that cannot name a variable.", "Name its other keys one by one: NAME=reference#key.")
			}
			if changesStarts(each.Name) {
				return nil, fail("unfit-value", "An entry has the key "+plain(each.Name)+", which would change how programs start.", "Name its other keys one by one: NAME=reference#key.")
			}
		}
		if strings.IndexByte(each.Value, 0) >= 0 {
			return nil, fail("unfit-value", "The value for "+plain(each.Name)+" contains a NUL byte, which no variable can hold.", "Use `strongroom read` or `strongroom inject` for it.")
		}
		given = append(given, each)
	}
	over := map[string]bool{}
	for _, each := range given {
		over[each.Name] = true
	}
	out := make([]string, 0, len(environment)+len(given))
	for _, each := range environment {
		name, _, _ := strings.Cut(each, "=")
		if !over[name] {
			out = append(out, each)
		}
	}
	last := map[string]int{}
	for at, each := range given {
		last[each.Name] = at
	}
	for at, each := range given {
		if last[each.Name] == at {
			out = append(out, each.Name+"="+each.Value)
		}
	}
	return out, nil
}
