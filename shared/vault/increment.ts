/** The increment of a renewal, as typed. */
import { parseDuration } from './ttl.ts';

/** The increment in seconds, undefined if empty, or an error sentence. */
export function readIncrement(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const seconds = parseDuration(text);
  if (seconds === undefined) return 'Not a duration. Write 30m, 12h, 30d, or seconds.';
  if (!Number.isInteger(seconds)) return 'The server counts whole seconds.';
  if (seconds > longest) return 'No server reads a number as large as this.';
  return seconds;
}

/** Longest duration on the server: 64 bits of nanoseconds. */
const longest = 9_223_372_036;
