/** Words for a POSIX shell. */

/**
 * What a terminal takes for keys when it is pasted (end of a command, deletion of the line before): a server may have
 * named something so. Tabs and line breaks are none inside of quotes.
 */
const keys = /([\0-\x08\x0b-\x1f\x7f-\x9f]+)/;

/** A word as `sh`, `bash` and `zsh` read it back unchanged, with nothing in it that a terminal would act on. */
export function shellWord(word: string): string {
  // A leading `=` or `~` means something to zsh or all of them.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word;
  const pieces = word.split(keys).map((piece, at) => (at % 2 === 1 ? printed(piece) : quoted(piece)));
  return pieces.length === 1 ? quoted(word) : pieces.filter((piece) => piece !== "''").join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The characters by the octal numbers of their bytes, as every shell's `printf` knows them. */
function printed(characters: string): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  // In UTF-8 those from U+0080 to U+009F are two bytes, of which the first is the same for all.
  const bytes = [...characters]
    .map((sign) => sign.charCodeAt(0))
    .flatMap((code) => (code < 0x80 ? [code] : [0xc2, code]));
  return `"$(printf '${bytes.map(octal).join('')}')"`;
}
