package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// letters is a set of bytes.
type letters [4]uint64

func (set *letters) add(letter byte)      { set[letter>>6] |= 1 << (letter & 63) }
func (set *letters) has(letter byte) bool { return set[letter>>6]&(1<<(letter&63)) != 0 }

// pattern is one form of a value. Base64 in the middle of a longer text shares its first and last letter with the bytes
// beside the value: before and after are the letters that can stand there.
type pattern struct {
	before, after *letters
	core          []byte
	isWrapped     bool // line breaks may stand in it, as base64 and xxd write them
}

// match is the length of the pattern at the start of text. It is open while text ends before the pattern does.
func (p *pattern) match(text []byte) (length int, isOpen bool) {
	at := 0
	if p.before != nil {
		if len(text) == 0 {
			return 0, true
		}
		if !p.before.has(text[0]) {
			return 0, false
		}
		at = 1
	}
	if !p.isWrapped {
		rest := text[at:]
		if len(rest) < len(p.core) {
			return 0, bytes.HasPrefix(p.core, rest)
		}
		if !bytes.HasPrefix(rest, p.core) {
			return 0, false
		}
		return at + len(p.core), false
	}
	for _, letter := range p.core {
		at = p.afterBreak(text, at)
		if at >= len(text) {
			return 0, true
		}
		if text[at] != letter {
			return 0, false
		}
		at++
	}
	if p.after == nil {
		return at, false
	}
	at = p.afterBreak(text, at)
	if at >= len(text) {
		return 0, true
	}
	if !p.after.has(text[at]) {
		return 0, false
	}
	return at + 1, false
}

// afterBreak steps over one line break. The first letters hold none, because patterns are found by them.
func (p *pattern) afterBreak(text []byte, at int) int {
	if at < 4 {
		return at
	}
	if at < len(text) && text[at] == '\r' {
		at++
	}
	if at < len(text) && text[at] == '\n' {
		at++
	}
	return at
}

// firstFour are the four bytes that the pattern can begin with.
func (p *pattern) firstFour() [][]byte {
	if p.before == nil {
		return [][]byte{p.core[:4]}
	}
	var found [][]byte
	for letter := 0; letter < 256; letter++ {
		if p.before.has(byte(letter)) {
			found = append(found, append([]byte{byte(letter)}, p.core[:3]...))
		}
	}
	return found
}

// shortestLine is the length in bytes from which a line of a value is masked on its own.
const shortestLine = 6

// patternsOf makes the patterns of all values, each once.
func patternsOf(values [][]byte) []pattern {
	var all []pattern
	seen := map[string]bool{}
	add := func(found pattern) {
		name := fmt.Sprint(found.isWrapped, found.before, found.after, string(found.core))
		if !seen[name] {
			seen[name] = true
			all = append(all, found)
		}
	}
	for _, value := range values {
		if len(value) < shortestMasked {
			continue
		}
		for _, text := range textForms(value) {
			add(pattern{core: text})
		}
		for _, line := range bytes.Split(value, []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) >= shortestLine && len(line) < len(value) {
				for _, text := range textForms(line) {
					add(pattern{core: text})
				}
			}
		}
		lower := []byte(hex.EncodeToString(value))
		add(pattern{core: lower, isWrapped: true})
		add(pattern{core: bytes.ToUpper(lower), isWrapped: true})
		for offset := 0; offset < 3; offset++ {
			add(base64At(value, offset, standardLetters))
			add(base64At(value, offset, urlLetters))
		}
	}
	return all
}

const (
	standardLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	urlLetters      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// base64At is the base64 of a value that stands offset bytes behind a border of three in a longer text.
func base64At(value []byte, offset int, alphabet string) pattern {
	bits := (offset + len(value)) * 8
	sextet := func(index int) (known, unknown int) {
		for bit := index * 6; bit < index*6+6; bit++ {
			known, unknown = known<<1, unknown<<1
			if bit < offset*8 || bit >= bits {
				unknown |= 1
			} else {
				known |= int(value[bit/8-offset]>>(7-bit%8)) & 1
			}
		}
		return known, unknown
	}
	either := func(index int) *letters {
		known, unknown := sextet(index)
		var set letters
		for code := 0; code < 64; code++ {
			if code&^unknown == known {
				set.add(standardLetters[code])
				set.add(urlLetters[code])
			}
		}
		return &set
	}
	found := pattern{isWrapped: true}
	index, end := 0, bits/6
	if offset > 0 {
		index = offset
		found.before = either(index)
		index++
	}
	for ; index < end; index++ {
		known, _ := sextet(index)
		found.core = append(found.core, alphabet[known])
	}
	if bits%6 != 0 {
		found.after = either(index)
	}
	return found
}

// textForms are a value as it is and as the usual writers of addresses, JSON, shells, Go and HTML escape it.
func textForms(value []byte) [][]byte {
	text := string(value)
	forms := []string{text}
	for _, isPlain := range []string{"-_.~", "-_.!~*'()", "-_.~/", "-_.!~*'();/?:@&=+$,#", ""} {
		escaped := percentEncoded(value, isPlain)
		forms = append(forms, escaped, lowerPercent(escaped))
		forms = append(forms, strings.ReplaceAll(escaped, "%20", "+"), strings.ReplaceAll(lowerPercent(escaped), "%20", "+"))
	}
	forms = append(forms, url.PathEscape(text), url.QueryEscape(text))
	for _, quoted := range jsonForms(text) {
		forms = append(forms, quoted, strings.ReplaceAll(quoted, "/", `\/`))
	}
	forms = append(forms, inner(strconv.Quote(text)), inner(strconv.QuoteToASCII(text)))
	forms = append(forms,
		strings.ReplaceAll(text, `'`, `'\''`),
		strings.ReplaceAll(text, `'`, `'"'"'`),
		strings.ReplaceAll(text, `'`, `\'`),
		escapedBefore(text, "\"\\$`"),
		escapedBefore(text, "\"\\$`!"),
		escapedBefore(text, " \t\"'\\$`!#&()*;<=>?[]^{|}~,"),
		escapedBefore(text, " \t\"'\\$`!#&()*;<>?[]^{|}~"),
		strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\x1b", `\E`).Replace(text),
		html.EscapeString(text),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;").Replace(text),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace(text),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text),
		strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text),
		strings.ReplaceAll(text, "\n", "\r\n"),
	)
	found := make([][]byte, 0, len(forms))
	for _, form := range forms {
		if len(form) >= shortestMasked {
			found = append(found, []byte(form))
		}
	}
	return found
}

// percentEncoded escapes every byte but letters, digits and those of plain; none at all stays where plain is empty.
func percentEncoded(value []byte, plain string) string {
	var text strings.Builder
	for _, letter := range value {
		isWord := letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z' || letter >= '0' && letter <= '9'
		if plain != "" && (isWord || strings.IndexByte(plain, letter) >= 0) {
			text.WriteByte(letter)
		} else {
			fmt.Fprintf(&text, "%%%02X", letter)
		}
	}
	return text.String()
}

// lowerPercent writes the digits of every percent escape in lower case. A percent sign stands for nothing else in it.
func lowerPercent(escaped string) string {
	text := []byte(escaped)
	for at := 0; at+2 < len(text); at++ {
		if text[at] == '%' {
			copy(text[at+1:], bytes.ToLower(text[at+1:at+3]))
		}
	}
	return string(text)
}

// jsonForms are a text inside the quotes of JSON: as short as possible, as Go writes it for HTML, and in ASCII alone.
func jsonForms(text string) []string {
	var short bytes.Buffer
	encoder := json.NewEncoder(&short)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return nil
	}
	forHTML, err := json.Marshal(text)
	if err != nil {
		return nil
	}
	plain := inner(strings.TrimSuffix(short.String(), "\n"))
	// Go escapes these two for JavaScript's sake; others do not.
	plain = strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(plain)
	long := strings.NewReplacer(`\b`, `\u0008`, `\f`, `\u000c`).Replace(plain)
	brief := strings.NewReplacer(`\u0008`, `\b`, `\u000c`, `\f`).Replace(plain)
	return []string{plain, brief, long, inner(string(forHTML)), inASCII(brief, "%04x"), inASCII(brief, "%04X")}
}

// inASCII escapes what is not ASCII as the two halves of JavaScript's letters.
func inASCII(text string, digits string) string {
	var escaped strings.Builder
	for _, letter := range text {
		switch {
		case letter < utf8.RuneSelf:
			escaped.WriteRune(letter)
		case letter > 0xffff:
			high, low := utf16.EncodeRune(letter)
			fmt.Fprintf(&escaped, `\u`+digits+`\u`+digits, high, low)
		default:
			fmt.Fprintf(&escaped, `\u`+digits, letter)
		}
	}
	return escaped.String()
}

// escapedBefore puts a backslash before each of these letters.
func escapedBefore(text string, special string) string {
	var escaped strings.Builder
	for at := 0; at < len(text); at++ {
		if strings.IndexByte(special, text[at]) >= 0 {
			escaped.WriteByte('\\')
		}
		escaped.WriteByte(text[at])
	}
	return escaped.String()
}

// inner is a quoted text without its quotes.
func inner(quoted string) string { return quoted[1 : len(quoted)-1] }
