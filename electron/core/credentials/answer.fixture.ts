/** Answers as a server gives them, for tests without one. */
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { NewAnswer } from './new-answer.ts';

/** Makes an answer with this body: a text, or a value written as JSON. */
export function answerOf(body: unknown, change: Partial<VaultAnswer> = {}): VaultAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status: 200,
    text,
    json: () => JSON.parse(text) as unknown,
    warnings: [],
    headers: { 'content-type': 'application/json' },
    origin: 'https://vault.example:8200',
    ...change,
  };
}

/** Makes the input of the store. */
export function taken(body: unknown, change: Partial<NewAnswer> = {}): NewAnswer {
  return {
    sessionId: 's',
    title: 'Unwrapped',
    method: 'POST',
    path: 'sys/wrapping/unwrap',
    elapsedMs: 3,
    answer: answerOf(body),
    once: true,
    values: 'hidden',
    ...change,
  };
}
