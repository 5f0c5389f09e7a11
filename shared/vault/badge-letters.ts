/**
 * Badge letters of connections. Badges identify connections in the rail, so each must be unique: names with equal
 * initials differ in later letters, and finally in a number.
 */

/** Length of the name's part used for letters, in UTF-16 code units. */
const lookedAt = 96;
/** Maximum length of a letter with its marks, so that it stays within the badge. */
const largestLetter = 12;

let segmenter: Intl.Segmenter | undefined;

/**
 * Assigns a different badge of one to four characters to each name, in order; added names do not change earlier
 * badges. `given`: existing badges of the names at these positions; of two equal ones the first is kept.
 */
export function tellApart(
  names: readonly string[],
  given: readonly (string | undefined)[] = [],
): readonly string[] {
  const unique = given.map((badge, index) => (given.indexOf(badge) === index ? badge : undefined));
  const taken = new Set(unique.filter((badge) => badge !== undefined));
  const seen = new Set<string>();
  return names.map((name, index) => {
    const has = unique[index];
    if (has !== undefined) return has;
    const words = wordsOf(name);
    const same = name.trim().toLowerCase();
    // Letters cannot distinguish two equal names.
    const lettered = seen.has(same) ? [] : candidates(words);
    seen.add(same);
    const badge = first(lettered, taken) ?? numbered(words, taken);
    taken.add(badge);
    return badge;
  });
}

function first(candidates: Iterable<string>, taken: ReadonlySet<string>): string | undefined {
  for (const candidate of candidates) if (!taken.has(candidate)) return candidate;
  return undefined;
}

/** A word as displayed letters; a number counts as one letter, of up to four digits. */
type Word = readonly string[];

/** Badge candidates for a name, best first. */
function* candidates(words: readonly Word[]): Iterable<string> {
  const [one, two, ...more] = words;
  if (one === undefined) return;
  const start = one[0] ?? '';
  if (two === undefined) {
    if (one.length === 1) yield start;
    for (const letter of one.slice(1)) yield start + letter;
    return;
  }
  if (isNumber(start)) {
    // An IP address: its first number, else its port.
    yield start;
    yield words.at(-1)?.[0] ?? start;
    return;
  }
  yield start + brief(two[0]);
  for (const word of more) yield start + brief(word[0]);
  for (const letter of two.slice(1)) yield start + letter;
  for (const word of more) for (const letter of word.slice(1)) yield start + letter;
  for (const letter of one.slice(1)) yield start + letter;
}

function brief(letter = ''): string {
  return isNumber(letter) ? letter.slice(0, 3) : letter;
}

function numbered(words: readonly Word[], taken: ReadonlySet<string>): string {
  const start = words[0]?.[0] ?? '?';
  if (words.length === 0 && !taken.has(start)) return start;
  for (let number = 2; ; number++) {
    const badge = `${isNumber(start) ? '#' : start}${String(number)}`;
    if (!taken.has(badge)) return badge;
  }
}

/** Displayed letters. Main names the first screen's badges: a segmenter takes longer to make than all else of them. */
function lettersOf(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function wordsOf(name: string): readonly Word[] {
  const words: string[][] = [];
  let open: string[] | undefined;
  for (const segment of lettersOf(name.slice(0, lookedAt))) {
    if (/^\p{Extended_Pictographic}/u.test(segment)) {
      words.push([fitting(segment)]);
      open = undefined;
    } else if (/^[\p{L}\p{N}]/u.test(segment)) {
      if (open === undefined) words.push((open = []));
      open.push(fitting(segment.toUpperCase()));
    } else {
      open = undefined;
    }
  }
  return words.map((word) => (word.every(isNumber) ? [word.join('').slice(0, 4)] : word));
}

/** A letter with excessive combining marks is drawn without them. */
function fitting(letter: string): string {
  return letter.length <= largestLetter ? letter : (Array.from(letter)[0] ?? letter);
}

function isNumber(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}
