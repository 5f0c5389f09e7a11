import type { AnswerView, WrapFacts } from './answer.ts';

/**
 * Expiry of a wrapping token in this machine's clock (ISO 8601). The server's times are compared with its own `Date`,
 * because the two clocks can differ, and a token inside an unwrapped response is older than the response. Empty if the
 * server says no time.
 */
export function wrapEndsAt({ at, headers }: Pick<AnswerView, 'at' | 'headers'>, wrap: WrapFacts): string {
  const hereMs = Date.parse(at);
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
  const ageMs = Date.parse(date) - Date.parse(wrap.creationTime);
  // The date has whole seconds: a token of this response can seem to come from the future.
  const madeMs = Number.isNaN(ageMs) ? hereMs : hereMs - Math.max(0, ageMs);
  const endsMs = madeMs + wrap.ttlSeconds * 1000;
  return Math.abs(endsMs) <= 8.64e15 ? new Date(endsMs).toISOString() : '';
}
