/** Numbers in texts: digits in groups of three, a noun in the number that goes with them, and short times. */

/** One for all numbers: `toLocaleString` looks its own up each time, which is felt at 10,000 folders. */
let digits: Intl.NumberFormat | undefined;

/** A number with its digits in groups: “12,345”. */
export function grouped(count: number): string {
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count);
  return (digits ??= new Intl.NumberFormat('en-GB')).format(count);
}

/** A count with its noun, whose plural ends in s: “1 key”, “12,345 keys”. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A latency: “0.45 ms”, “3.5 ms”, “1,588 ms”. */
export function inMs(ms: number): string {
  const digits = ms < 1 ? 2 : 1;
  return `${ms < 10 ? ms.toFixed(digits) : grouped(Math.round(ms))} ms`;
}

/** Work that ending a session would lose, such as “1 unsaved edit and 2 one-time results”; empty without any. */
export function unsavedWork(of: { readonly drafts: number; readonly oneTimeResults: number }): string {
  return [
    ...(of.drafts === 0 ? [] : [counted(of.drafts, 'unsaved edit')]),
    ...(of.oneTimeResults === 0 ? [] : [counted(of.oneTimeResults, 'one-time result')]),
  ].join(' and ');
}
