import type { AnswerView, WrapFacts } from '../../../shared/vault/answer.ts';

/**
 * When a wrapping token ends, by this machine's clock (ISO 8601). The server's times are compared with its own `Date`: the
 * two machines' clocks may differ, and a token inside an unwrapped answer is older than the answer.
 */
export function wrapEndsAt({ at, headers }: Pick<AnswerView, 'at' | 'headers'>, wrap: WrapFacts): string {
  const hereMs = Date.parse(at);
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
  const ageMs = Date.parse(date) - Date.parse(wrap.creationTime);
  // Its date has whole seconds: a token of this very answer seems younger than nothing.
  const madeMs = Number.isNaN(ageMs) ? hereMs : hereMs - Math.max(0, ageMs);
  return new Date(madeMs + wrap.ttlSeconds * 1000).toISOString();
}
