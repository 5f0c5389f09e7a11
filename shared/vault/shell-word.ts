/** Words for a POSIX shell. */

/** A word as `sh`, `bash` and `zsh` read it back unchanged. */
export function shellWord(word: string): string {
  // A leading `=` or `~` means something to zsh or all of them.
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
