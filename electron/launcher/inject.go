package main

import (
	"os"
	"path/filepath"
	"strings"
)

// place is a reference within a template.
type place struct {
	from, to int
	// text is the reference as it stands there.
	text string
	// quote is the quote around a bare reference; 0 within {{ }}.
	quote byte
}

// places finds references of a template: {{ strongroom://… }}, and those that a pair of quotes holds.
func places(template string) ([]place, error) {
	var found []place
	for at := 0; at < len(template); {
		next := strings.Index(template[at:], scheme)
		if next < 0 {
			break
		}
		start := at + next
		before := strings.TrimRight(template[:start], " \t")
		at = start + len(scheme)
		if strings.HasSuffix(before, "{{") {
			end := strings.Index(template[start:], "}}")
			if end < 0 || strings.ContainsAny(template[start:start+end], "\r\n") {
				return nil, fail("usage", "The template has {{ without }} on the same line.", "Write {{ strongroom://connection/mount/path#key }}.")
			}
			text := strings.TrimSpace(template[start : start+end])
			found = append(found, place{len(before) - 2, start + end + 2, text, 0})
			at = start + end + 2
		} else if start > 0 && strings.IndexByte("\"'`", template[start-1]) >= 0 {
			quote := template[start-1]
			end := strings.IndexByte(template[start:], quote)
			if end < 0 || strings.ContainsAny(template[start:start+end], "\r\n") {
				continue
			}
			found = append(found, place{start, start + end, template[start : start+end], quote})
			at = start + end
		}
	}
	for _, each := range found {
		if !strings.Contains(each.text, "#") {
			return nil, fail("invalid-reference", "The template has a reference without #KEY: a whole entry has no place in it.", "Name one key of it.")
		}
	}
	return found, nil
}

func readTemplate(file string) (string, []place, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", nil, fail("usage", "The template cannot be read: "+err.Error()+".", "Check its name and its permissions.")
	}
	found, err := places(string(text))
	return string(text), found, err
}

// referencesOf asks for each reference of a template once, under its own text.
func referencesOf(found []place, connection string) []reference {
	var wanted []reference
	asked := map[string]bool{}
	for _, each := range found {
		if !asked[each.text] {
			wanted = append(wanted, reference{each.text, withConnection(each.text, connection)})
		}
		asked[each.text] = true
	}
	return wanted
}

// filled puts the values in their places. A value that would end its quotes is refused, and never escaped: the launcher
// does not know the file's language.
func filled(template string, found []place, values []value) (string, error) {
	by := map[string]string{}
	for _, each := range values {
		by[each.Name] = each.Value
	}
	var out strings.Builder
	last := 0
	for _, each := range found {
		text, ok := by[each.text]
		if !ok {
			return "", lost()
		}
		if each.quote != 0 && strings.ContainsAny(text, string(each.quote)+"\\\r\n\x00") {
			return "", fail("unfit-value", "A value has a quote, a backslash or a new line, which does not fit between quotes.", "Write {{ … }} in the template to get it as it is.")
		}
		out.WriteString(template[last:each.from])
		out.WriteString(text)
		last = each.to
	}
	out.WriteString(template[last:])
	return out.String(), nil
}

// inject writes a file from a template: all of it or nothing, for this user alone.
func inject(of switches, words []string) error {
	source, err := filepath.Abs(words[0])
	if err != nil {
		return failed("Finding the template failed", err)
	}
	text, found, err := readTemplate(source)
	if err != nil {
		return err
	}
	target, err := openTarget(words[1])
	if err != nil {
		return err
	}
	if len(found) > 0 {
		wanted := referencesOf(found, of.connection)
		said, err := answered(of, request{Command: "inject", References: wanted, Template: source, File: target.shown})
		if err != nil {
			return err
		}
		if text, err = filled(text, found, said.Values); err != nil {
			return err
		}
	}
	return target.write(text)
}

// target is a file to be written; its folder keeps its identity while paths are swapped.
type target struct {
	// folder is a path of the folder that no link can lead elsewhere.
	folder string
	name   string
	// shown is the path for the question.
	shown string
}

// openTarget refuses what is not a regular file, or nothing yet.
func openTarget(file string) (*target, error) {
	full, err := filepath.Abs(file)
	if err != nil {
		return nil, failed("Finding the file failed", err)
	}
	folder, err := os.Open(filepath.Dir(full))
	if err != nil {
		return nil, fail("usage", "The folder of the file cannot be opened: "+err.Error()+".", "Check its name and its permissions.")
	}
	out := &target{folder: fixed(folder), name: filepath.Base(full)}
	out.shown = filepath.Join(out.folder, out.name)
	if real := pathOf(folder); real != "" {
		out.shown = filepath.Join(real, out.name)
	}
	return out, out.check()
}

func (t *target) check() error {
	found, err := os.Lstat(filepath.Join(t.folder, t.name))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return failed("Looking at the file failed", err)
	}
	if !found.Mode().IsRegular() {
		return fail("usage", "The target is a link, a folder, a pipe or a device.", "Name a regular file, or a new one.")
	}
	return nil
}

// write writes a new file beside and renames it: no reader sees half of it.
func (t *target) write(text string) error {
	file, err := os.CreateTemp(t.folder, "."+t.name+".*.part")
	if err != nil {
		return failed("Making the file failed", err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := file.Chmod(0o600); err != nil {
		return failed("Protecting the file failed", err)
	}
	if _, err := file.WriteString(text); err != nil {
		return failed("Writing the file failed", err)
	}
	if err := file.Sync(); err != nil {
		return failed("Writing the file failed", err)
	}
	if err := t.check(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), filepath.Join(t.folder, t.name)); err != nil {
		return failed("Naming the file failed", err)
	}
	return nil
}
