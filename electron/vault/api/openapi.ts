/**
 * `GET sys/internal/specs/openapi` (vault-http-facts 6.6): the server's own description of every path visible to the
 * token, mounts included. It is large (760 kB) and stays in main: screens get one line per path, and the fields of
 * one path on demand (`openapi-document.ts`).
 */
import { randomUUID } from 'node:crypto';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import type { OpenApiText } from './openapi-document.ts';

/** Reads the document. Rejects with the server's refusal. */
export async function readOpenApi(caller: Caller): Promise<OpenApiText> {
  const path = 'sys/internal/specs/openapi';
  const answer = await ask(caller, { method: 'GET', path, safe: true, large: true });
  return { key: randomUUID(), bytes: answer.large?.bytes ?? Buffer.from(answer.text) };
}
