package main

import (
	"encoding/binary"
	"io"
)

// shortestMasked is the length in bytes below which a value is not masked: "yes" or "80" would hide half of every output.
const shortestMasked = 4

// mask stands in the output where a value stood. Its length says nothing about the value's.
const mask = "•••"

// masker passes on what is written to it and puts a mask in place of every value and of its encodings, also across the
// borders of writes. Overlapping finds become one mask. It waits only while the end of what was written may begin a value.
type masker struct {
	out      io.Writer
	patterns []pattern
	starts   map[uint32][]int32 // patterns by their first four bytes
	filter   []uint64           // a bit for each hash of such four bytes: one look decides nearly every position
	begins   [3]map[uint32]bool // the first one, two, three bytes of patterns, for the end of a write
	pending  []byte             // written, and not decided yet
	shown    int                // bytes of pending that a pause has shown already
	covered  int                // bytes of pending that belong to a mask which is already out
	clean    []byte             // what goes to out next
}

const filterBits = 16

func filterHash(word uint32) uint32 { return (word * 2654435761) >> (32 - filterBits) }

// newMasker makes a masker of these values in front of out. Close passes on what still waits; it does not close out.
func newMasker(out io.Writer, values [][]byte) *masker {
	m := &masker{
		out:      out,
		patterns: patternsOf(values),
		starts:   map[uint32][]int32{},
		filter:   make([]uint64, 1<<(filterBits-6)),
	}
	for length := range m.begins {
		m.begins[length] = map[uint32]bool{}
	}
	for index := range m.patterns {
		for _, first := range m.patterns[index].firstFour() {
			word := binary.LittleEndian.Uint32(first)
			m.starts[word] = append(m.starts[word], int32(index))
			hash := filterHash(word)
			m.filter[hash>>6] |= 1 << (hash & 63)
			for length := range m.begins {
				m.begins[length][word&(1<<(8*(length+1))-1)] = true
			}
		}
	}
	return m
}

// unmasked tells the indices of the values that are too short to be masked.
func unmasked(values [][]byte) []int {
	var short []int
	for index, value := range values {
		if len(value) < shortestMasked {
			short = append(short, index)
		}
	}
	return short
}

func (m *masker) Write(text []byte) (int, error) {
	if len(m.patterns) == 0 {
		return m.out.Write(text)
	}
	m.pending = append(m.pending, text...)
	if err := m.decide(false); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Close decides what waits: nothing follows that would make a value of it.
func (m *masker) Close() error { return m.decide(true) }

// Pause shows a prompt whose last one, two or three bytes may begin a value. It is called when a terminal has been quiet for
// a moment. A value written with a pause in it shows these bytes, and no more: the others are masked when it is complete.
func (m *masker) Pause() error {
	if len(m.pending) >= shortestMasked {
		return nil
	}
	from := larger(m.shown, m.covered)
	if from >= len(m.pending) {
		return nil
	}
	_, err := m.out.Write(m.pending[from:])
	m.shown = len(m.pending)
	return err
}

// decide passes on everything before the first place that may begin a value which has not been written to its end.
func (m *masker) decide(isEnd bool) error {
	text, clean := m.pending, m.clean[:0]
	from := larger(m.shown, m.covered)
	covered := m.covered
	at := 0
	for {
		at = m.nextStart(text, at, isEnd)
		if at >= len(text) {
			at = len(text)
			break
		}
		length, isUndecided := m.longest(text[at:], isEnd)
		if isUndecided {
			break
		}
		if length > 0 {
			if at >= covered {
				if from < at {
					clean = append(clean, text[from:at]...)
				}
				clean = append(clean, mask...)
			}
			covered = larger(covered, at+length)
			from = larger(from, covered)
		}
		at++
	}
	if from < at {
		clean = append(clean, text[from:at]...)
	}
	m.clean = clean
	m.covered = larger(0, covered-at)
	m.shown = larger(0, m.shown-at)
	m.pending = text[:copy(text, text[at:])]
	if len(clean) == 0 {
		return nil
	}
	_, err := m.out.Write(clean)
	return err
}

// nextStart is the next position at or after at where a pattern may begin, or the end of text.
func (m *masker) nextStart(text []byte, at int, isEnd bool) int {
	filter := (*[1 << (filterBits - 6)]uint64)(m.filter)
	for ; at+4 <= len(text); at++ {
		hash := filterHash(binary.LittleEndian.Uint32(text[at:]))
		if filter[hash>>6]&(1<<(hash&63)) != 0 {
			return at
		}
	}
	for ; !isEnd && at < len(text); at++ {
		var word uint32
		for index, letter := range text[at:] {
			word |= uint32(letter) << (8 * index)
		}
		if m.begins[len(text)-at-1][word] {
			return at
		}
	}
	return len(text)
}

// longest is the length of the longest pattern at the start of text. It is undecided while a pattern may go on behind text.
func (m *masker) longest(text []byte, isEnd bool) (length int, isUndecided bool) {
	if len(text) < 4 {
		return 0, !isEnd
	}
	for _, index := range m.starts[binary.LittleEndian.Uint32(text)] {
		found, isOpen := m.patterns[index].match(text)
		if isOpen && !isEnd {
			return 0, true
		}
		length = larger(length, found)
	}
	return length, false
}

func larger(one, other int) int {
	if one > other {
		return one
	}
	return other
}
