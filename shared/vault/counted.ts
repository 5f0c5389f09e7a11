/** Numbers in texts: digits in groups of three, and a noun in the number that goes with them. */

/** A number with its digits in groups: “12,345”. */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

/** A count with its noun, whose plural ends in s: “1 key”, “12,345 keys”. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Work that ending a session would lose, such as “1 unsaved edit and 2 one-time results”; empty without any. */
export function unsavedWork(of: { readonly drafts: number; readonly oneTimeResults: number }): string {
  return [
    ...(of.drafts === 0 ? [] : [counted(of.drafts, 'unsaved edit')]),
    ...(of.oneTimeResults === 0 ? [] : [counted(of.oneTimeResults, 'one-time result')]),
  ].join(' and ');
}
