package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// masked is what the masker makes of a text that is written in pieces of these sizes, over and over.
func masked(t testing.TB, values [][]byte, text []byte, sizes ...int) string {
	t.Helper()
	var out bytes.Buffer
	m := newMasker(&out, values)
	for at, turn := 0, 0; at < len(text); turn++ {
		end := len(text)
		if len(sizes) > 0 && at+sizes[turn%len(sizes)] < end {
			end = at + sizes[turn%len(sizes)]
		}
		if written, err := m.Write(text[at:end]); err != nil || written != end-at {
			t.Fatal(written, err)
		}
		at = end
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// naive masks the whole text at once, trying every pattern at every place.
func naive(values [][]byte, text []byte) string {
	patterns := patternsOf(values)
	var out bytes.Buffer
	covered := 0
	for at := range text {
		longest := 0
		for index := range patterns {
			if length, isOpen := patterns[index].match(text[at:]); !isOpen && length > longest {
				longest = length
			}
		}
		if longest > 0 && at >= covered {
			out.WriteString(mask)
		}
		if covered < at+longest {
			covered = at + longest
		}
		if at >= covered {
			out.WriteByte(text[at])
		}
	}
	return out.String()
}

func secrets(texts ...string) [][]byte {
	values := make([][]byte, len(texts))
	for index, text := range texts {
		values[index] = []byte(text)
	}
	return values
}

const pem = "-----BEGIN KEY-----\nMIIEpAIBAAKCAQEAx+/9\nq1w2e3r4t5==\nab\n-----END KEY-----\n"

func TestEveryEncodingIsMasked(t *testing.T) {
	for _, value := range []string{"hunter2!", "p@ss w/ö+rd?&=%\"'\\$`<>", "four", pem, "\x00\xff\x80\xfe\x01bin"} {
		plain, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		forms := map[string]string{
			"raw":          value,
			"hex":          hex.EncodeToString([]byte(value)),
			"HEX":          strings.ToUpper(hex.EncodeToString([]byte(value))),
			"query":        url.QueryEscape(value),
			"path":         url.PathEscape(value),
			"lower query":  lowerPercent(url.QueryEscape(value)),
			"json":         inner(string(plain)),
			"go":           inner(strconv.Quote(value)),
			"shell quotes": strings.ReplaceAll(value, "'", `'\''`),
		}
		for offset := 0; offset < 3; offset++ {
			for _, behind := range []string{"", "x", "yz"} {
				whole := []byte("abc"[:offset] + value + behind)
				for name, encoding := range map[string]*base64.Encoding{
					"std": base64.StdEncoding, "rawstd": base64.RawStdEncoding,
					"url": base64.URLEncoding, "rawurl": base64.RawURLEncoding,
				} {
					found := masked(t, secrets(value), []byte(encoding.EncodeToString(whole)), 3)
					// No bit of the value remains: another value of this length leaves the same.
					other := bytes.Repeat([]byte{'\xe7'}, len(value))
					beside := append(append([]byte{}, whole[:offset]...), append(other, behind...)...)
					wanted := masked(t, [][]byte{other[:len(value)]}, []byte(encoding.EncodeToString(beside)), 3)
					if found != wanted || !strings.Contains(found, mask) {
						t.Errorf("%q as %s behind %d: %q, not %q", value, name, offset, found, wanted)
					}
				}
			}
		}
		for name, text := range forms {
			for size := 1; size < 12; size++ {
				if found := masked(t, secrets(value), []byte("<"+text+">"), size); found != "<"+mask+">" {
					t.Errorf("%q as %s in pieces of %d: %q", value, name, size, found)
				}
			}
		}
	}
}

func TestBase64InLines(t *testing.T) {
	value := strings.Repeat("a long value with many words. ", 12)
	for _, width := range []int{64, 76} {
		for offset := 0; offset < 9; offset++ {
			text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("-", offset) + value))
			for _, ending := range []string{"\n", "\r\n"} {
				var lines []string
				for at := 0; at < len(text); at += width {
					end := at + width
					if end > len(text) {
						end = len(text)
					}
					lines = append(lines, text[at:end])
				}
				found := masked(t, secrets(value), []byte(strings.Join(lines, ending)), 7)
				if left := strings.Replace(found, mask, "", 1); len(left) > 14 {
					t.Errorf("%d letters in a line, behind %d: %q", width, offset, found)
				}
			}
		}
	}
}

func TestEncodersOfTheSystem(t *testing.T) {
	value := "it's a \"long\" value/with+words & 100% of signs, quite long enough for two lines of base64 and of xxd"
	for _, command := range [][]string{
		{"base64"}, {"xxd", "-p"}, {"openssl", "base64"},
		{"python3", "-c", "import sys,urllib.parse;print(urllib.parse.quote(sys.stdin.read()))"},
		{"python3", "-c", "import sys,urllib.parse;print(urllib.parse.quote_plus(sys.stdin.read()))"},
		{"python3", "-c", "import sys,json;print(json.dumps(sys.stdin.read()))"},
		{"python3", "-c", "import sys,html;print(html.escape(sys.stdin.read()))"},
		{"python3", "-c", "import sys,shlex;print(shlex.quote(sys.stdin.read()))"},
		{"bash", "-c", "printf %q \"$(cat)\""},
		{"bash", "-c", "V=$(cat); echo \"${V@Q}\""},
		{"node", "-e", "process.stdout.write(encodeURIComponent(require('fs').readFileSync(0,'utf8')))"},
		{"node", "-e", "process.stdout.write(encodeURI(require('fs').readFileSync(0,'utf8')))"},
		{"node", "-e", "process.stdout.write(String(new URLSearchParams({a:require('fs').readFileSync(0,'utf8')})))"},
	} {
		if _, err := exec.LookPath(command[0]); err != nil {
			t.Logf("%s is not installed", command[0])
			continue
		}
		run := exec.Command(command[0], command[1:]...)
		run.Stdin = strings.NewReader(value)
		text, err := run.Output()
		if err != nil {
			t.Fatal(command, err)
		}
		found := masked(t, secrets(value), text, 5)
		if !strings.Contains(found, mask) || len(found) > len(mask)+8 {
			t.Errorf("%v: %q → %q", command, text, found)
		}
	}
}

func TestLinesOfAValue(t *testing.T) {
	found := masked(t, secrets(pem), []byte("one: MIIEpAIBAAKCAQEAx+/9, two: q1w2e3r4t5==, short: ab"), 4)
	if found != "one: "+mask+", two: "+mask+", short: ab" {
		t.Error(found)
	}
}

func TestShortValuesAreNotMaskedAndTold(t *testing.T) {
	values := secrets("abc", "", "abcd")
	if found := masked(t, values, []byte("abc abcd")); found != "abc "+mask {
		t.Error(found)
	}
	if short := unmasked(values); fmt.Sprint(short) != "[0 1]" {
		t.Error(short)
	}
}

func TestOverlappingFindsAreOneMask(t *testing.T) {
	for text, wanted := range map[string]string{
		"xabcdefy":     "x" + mask + "y", // abcd and cdef
		"abcdabcd":     mask + mask,
		"abcdeabcdefg": mask + "e" + mask + "g",
		"abcabcd":      "abc" + mask,
	} {
		if found := masked(t, secrets("abcd", "cdef"), []byte(text), 1); found != wanted {
			t.Errorf("%s: %s", text, found)
		}
	}
}

func TestAPromptAppearsAtOnce(t *testing.T) {
	var out bytes.Buffer
	m := newMasker(&out, secrets("hunter2!"))
	write := func(text, wanted string) {
		t.Helper()
		if _, err := m.Write([]byte(text)); err != nil || out.String() != wanted {
			t.Fatalf("%q: %q, %v", text, out.String(), err)
		}
		out.Reset()
	}
	write("Password: ", "Password: ")
	write("continue? [y/n] h", "continue? [y/n] ")
	if err := m.Pause(); err != nil || out.String() != "h" {
		t.Fatalf("%q, %v", out.String(), err)
	}
	out.Reset()
	write("unt", "")
	if err := m.Pause(); err != nil || out.String() != "" {
		t.Fatalf("four bytes and more wait: %q, %v", out.String(), err)
	}
	write("er2!\n", mask+"\n")
	write("hun", "")
	if err := m.Pause(); err != nil || out.String() != "hun" {
		t.Fatalf("%q, %v", out.String(), err)
	}
	out.Reset()
	write("gry\n", "gry\n")
}

func TestWhatAPauseHasShownIsShownOnce(t *testing.T) {
	var out bytes.Buffer
	m := newMasker(&out, secrets("aaab"))
	m.Write([]byte("aa"))
	m.Pause()
	m.Write([]byte("aa"))
	m.Pause()
	m.Write([]byte("c"))
	if out.String() != "aaaac" {
		t.Error(out.String())
	}
}

func TestWithoutValuesNothingIsTouched(t *testing.T) {
	if found := masked(t, nil, []byte("as it is"), 3); found != "as it is" {
		t.Error(found)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestABrokenOutputIsTold(t *testing.T) {
	if _, err := newMasker(brokenWriter{}, secrets("abcd")).Write([]byte("text")); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

func FuzzMaskerAgreesWithNaive(f *testing.F) {
	f.Add([]byte("abcd"), []byte("cdef"), []byte("xabcdefy YWJjZA== 61626364"), uint8(1), uint8(3))
	f.Add([]byte("aaaa"), []byte("aaaaab"), []byte("aaaaaaaaab"), uint8(2), uint8(1))
	f.Add([]byte(pem), []byte("a b/c"), []byte("a%20b%2fc "+pem[5:30]), uint8(5), uint8(7))
	f.Fuzz(func(t *testing.T, one, other, text []byte, first, second uint8) {
		if len(one) > 200 || len(other) > 200 || len(text) > 4000 {
			t.Skip()
		}
		values := [][]byte{one, other}
		// A random text holds no value by itself: forms of both are put between its pieces.
		for index, form := range patternsOf(values) {
			if at := (index * 7) % (len(text) + 1); index%3 == int(first)%3 {
				text = append(text[:at:at], append(append([]byte{}, form.core...), text[at:]...)...)
			}
		}
		found := masked(t, values, text, int(first)+1, int(second)+1)
		if wanted := naive(values, text); found != wanted {
			t.Errorf("%q and %q in %q: %q, not %q", one, other, text, found, wanted)
		}
	})
}

func benchmarkMask(b *testing.B, count int, text []byte) {
	values := make([][]byte, count)
	for index := range values {
		values[index] = []byte(fmt.Sprintf("hvs.CAESI%08xJ6Vw9/%d+secret", index*2654435761, index))
	}
	m := newMasker(io.Discard, values)
	b.SetBytes(int64(len(text)))
	b.ResetTimer()
	for turn := 0; turn < b.N; turn++ {
		for at := 0; at < len(text); at += 32 << 10 {
			if _, err := m.Write(text[at : at+32<<10]); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkMask(b *testing.B) {
	lines := bytes.Repeat([]byte("2026-11-29T17:00:00.123Z INFO request served path=/v1/secret/data/app status=200 in 3.2 ms\n"), 1<<20/91+1)[:1<<20]
	noise := make([]byte, 1<<20)
	state := uint32(1)
	for index := range noise {
		state = state*1664525 + 1013904223
		noise[index] = byte(state >> 24)
	}
	encoded := []byte(base64.StdEncoding.EncodeToString(noise))[:1<<20]
	for _, count := range []int{1, 20, 100} {
		for name, text := range map[string][]byte{"lines": lines, "noise": noise, "base64": encoded} {
			b.Run(fmt.Sprintf("%s-%d", name, count), func(b *testing.B) { benchmarkMask(b, count, text) })
		}
	}
}
