/** Checks the content to be wrapped before a byte is sent. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';

/**
 * The TTL of a wrapping token, trimmed. Throws `invalid-input`: without a time, or with zero, the server would
 * respond unwrapped.
 */
export function checkedTtl(typed: string, field = 'ttl'): string {
  const ttl = typed.trim();
  const seconds = parseDuration(ttl);
  if (ttl !== '' && seconds !== undefined && seconds > 0) {
    // Servers accept bare seconds and Go durations in this header.
    return /d$/.test(ttl) ? String(seconds) : ttl;
  }
  throw new AppFailure({
    kind: 'invalid-input',
    field,
    message:
      ttl === ''
        ? 'The wrap TTL is missing. Nothing was sent.'
        : seconds === 0
          ? 'With a TTL of 0 the response would not be wrapped. Nothing was sent.'
          : `“${ttl}” is not a duration. Nothing was sent.`,
    hint: 'Use seconds (300) or a duration such as 5m, 1h30m or 7d.',
  });
}

/** One JSON object as text. Throws `invalid-input` with the position of the error. */
export function checkedObject(typed: string): string {
  const problem = jsonProblem(typed);
  if (problem !== undefined || !typed.trim().startsWith('{')) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'json',
      message:
        problem === undefined
          ? 'What is wrapped must be one JSON object. Nothing was sent.'
          : `The data is not JSON: line ${String(problem.line)}, column ${String(problem.column)}: ${problem.message}. Nothing was sent.`,
      hint: 'Write it as {"name": "value"}.',
    });
  }
  return typed;
}
