//go:build linux

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestLinesOfAFile(t *testing.T) {
	text := strings.Join([]string{
		"\ufeff# comment", "", "A=plain", "export B = \"two\\nlines\" # comment", "C='as $it is'", "D=strongroom://c/m/p?version=3#k",
		"E=\"strongroom://c/m/p#k\"", "strongroom://c/m/q", "F=a # comment", "G=a#b", "H=", "I=\"over", "lines\"\r", "J=strongroom:///m/p#k # comment", "NODE_ENV=production",
	}, "\n")
	got, err := parseEnvFile(text, "file")
	want := variables{
		plain: []value{{"A", "plain"}, {"B", "two\nlines"}, {"C", "as $it is"}, {"F", "a"}, {"G", "a#b"}, {"H", ""}, {"I", "over\nlines"}, {"NODE_ENV", "production"}},
		references: []reference{{"D", "strongroom://c/m/p?version=3#k"}, {"E", "strongroom://c/m/p#k"}, {"", "strongroom://c/m/q"},
			{"J", "strongroom:///m/p#k"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, each := range []string{"no line", "A B=x", "1A=x", "A='open", "A='x' y", "LD_PRELOAD=./x.so", "NODE_OPTIONS=-r ./x", "PATH=.", "HOME=/x", "=x"} {
		if _, err := parseEnvFile("OK=1\n"+each, "file"); err == nil || !strings.HasPrefix(err.Error(), "file, line 2: ") || strings.Contains(err.Error(), "x.so") {
			t.Errorf("%q: %v", each, err)
		}
	}
}

func TestTheFileStandsForVariablesOfItsNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "vars")
	os.WriteFile(file, []byte("A=from file\nB=strongroom:///m/p#k\n"), 0o600)
	got, err := gather([]string{"A=strongroom://c/m/a#k", "B=strongroom://c/m/b#k", "C=strongroom://c/m/c#k", "D=x strongroom://c/m/d#k", "BASH_FUNC_x%%=strongroom://x"}, file, "c")
	want := variables{[]value{{"A", "from file"}}, []reference{{"B", "strongroom://c/m/p#k"}, {"C", "strongroom://c/m/c#k"}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTheChildsEnvironment(t *testing.T) {
	wanted := variables{[]value{{"P", "plain"}, {"OVER", "plain"}}, []reference{{"A", "r"}, {"", "entry"}}}
	got, err := childEnvironment([]string{"A=strongroom://x", "KEEP=1", "OVER=old"}, wanted, []value{{"A", "va"}, {"OVER", "of entry"}, {"K2", "two\nlines"}})
	want := []string{"KEEP=1", "P=plain", "OVER=plain", "A=va", "K2=two\nlines"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	for name, text := range map[string]string{"A": "a\x00b", "not-a-name": "x", "LD_PRELOAD": "x", "PATH": "x", "A=B": "x"} {
		_, err := childEnvironment(nil, wanted, []value{{name, text}})
		if known, ok := err.(*failure); !ok || known.code != "unfit-value" || strings.Contains(err.Error(), text+" ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTemplates(t *testing.T) {
	template := "a: {{ strongroom://c/m/p#k }}{{strongroom://c/m/p#j}}\nb: \"strongroom://c/m/p#k\"\nc: 'strongroom:///m/p#k'\nd: strongroom://bare/is/left#k\n"
	found, err := places(template)
	if err != nil {
		t.Fatal(err)
	}
	wanted := []reference{{"strongroom://c/m/p#k", "strongroom://c/m/p#k"}, {"strongroom://c/m/p#j", "strongroom://c/m/p#j"}, {"strongroom:///m/p#k", "strongroom://d/m/p#k"}}
	if got := referencesOf(found, "d"); !reflect.DeepEqual(got, wanted) {
		t.Errorf("%+v", got)
	}
	values := []value{{"strongroom://c/m/p#k", "K{{"}, {"strongroom://c/m/p#j", "strongroom://c/m/p#k"}, {"strongroom:///m/p#k", "\"C"}}
	got, err := filled(template, found, values)
	if want := "a: K{{strongroom://c/m/p#k\nb: \"K{{\"\nc: '\"C'\nd: strongroom://bare/is/left#k\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	values[0].Value = "a\"b"
	if _, err := filled(template, found, values); err == nil || err.(*failure).code != "unfit-value" {
		t.Errorf("a quote between quotes: %v", err)
	}
	if _, err := filled(template, found, values[1:]); err == nil {
		t.Error("an answer without one of the values was taken")
	}
	for _, each := range []string{"{{ strongroom://c/m/p#k", "{{ strongroom://c/m/p#k\n}}", "'strongroom://c/m/p'"} {
		if _, err := places(each); err == nil {
			t.Errorf("%q was taken", each)
		}
	}
}

func TestATargetIsARegularFileOrNone(t *testing.T) {
	folder := t.TempDir()
	name := func(of string) string { return filepath.Join(folder, of) }
	os.WriteFile(name("file"), []byte("before"), 0o644)
	os.Symlink("file", name("link"))
	os.Mkdir(name("folder"), 0o700)
	for _, each := range []string{"link", "folder", "missing/file"} {
		if _, err := openTarget(name(each)); err == nil {
			t.Errorf("%s was taken", each)
		}
	}
	target, err := openTarget(name("file"))
	if err != nil {
		t.Fatal(err)
	}
	if err := target.write("after"); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(name("file"))
	stat, _ := os.Stat(name("file"))
	if string(text) != "after" || stat.Mode() != 0o600 {
		t.Errorf("%q, %v", text, stat.Mode())
	}
	// A link that takes the name in between is refused, and nothing is left behind.
	os.Remove(name("file"))
	os.Symlink("elsewhere", name("file"))
	if err := target.write("again"); err == nil {
		t.Error("a link was replaced")
	}
	names, _ := os.ReadDir(folder)
	if len(names) != 3 {
		t.Errorf("%v", names)
	}
}

func TestAMountedTemplateIsFilledForEachReader(t *testing.T) {
	file := filepath.Join(t.TempDir(), "template")
	os.WriteFile(file, []byte("a: {{ strongroom:///m/p#k }}\n"), 0o600)
	wanted, render, err := switches{template: file, connection: "c"}.content()
	if err != nil || !reflect.DeepEqual(wanted, []reference{{"strongroom:///m/p#k", "strongroom://c/m/p#k"}}) {
		t.Fatalf("%+v, %v", wanted, err)
	}
	for _, text := range []string{"one", "two"} {
		got, err := render([]value{{"strongroom:///m/p#k", text}})
		if err != nil || string(got) != "a: "+text+"\n" {
			t.Errorf("%q, %v", got, err)
		}
	}
}
