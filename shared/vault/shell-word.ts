/** Words for a POSIX shell. */

/**
 * Characters that a terminal takes for keys when pasted (end of a command, deletion of the line before): a server can
 * have such names. Tabs and line breaks are harmless inside quotes.
 */
const keys = /([\0-\x08\x0b-\x1f\x7f-\x9f]+)/;

/** A word that `sh`, `bash` and `zsh` read back unchanged, without characters that a terminal would act on. */
export function shellWord(word: string): string {
  // A leading `=` or `~` is special to zsh or to all shells.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word;
  const pieces = word.split(keys).map((piece, at) => (at % 2 === 1 ? printed(piece) : quoted(piece)));
  return pieces.length === 1 ? quoted(word) : pieces.filter((piece) => piece !== "''").join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The characters as octal bytes, for every shell's `printf`. */
function printed(characters: string): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  // U+0080 to U+009F are two bytes in UTF-8, the first of which is the same for all.
  const bytes = [...characters]
    .map((sign) => sign.charCodeAt(0))
    .flatMap((code) => (code < 0x80 ? [code] : [0xc2, code]));
  return `"$(printf '${bytes.map(octal).join('')}')"`;
}
