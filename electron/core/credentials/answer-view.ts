/** View of a new answer, for a screen. */
import { randomUUID } from 'node:crypto';
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { redact } from '../../../shared/vault/redact.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { asObject, asText } from '../../vault/api/fields.ts';
import { harmlessHeaders, loginOf, wrapFactsOf } from './answer-facts.ts';
import type { CredentialQuestions } from './answer-visibility.ts';
import { CredentialIndex } from './credential-index.ts';
import type { NewAnswer } from './new-answer.ts';
import { credentialText } from './prepare-answer.ts';
import type { PreparedAnswer, PreparedCredential } from './prepare-answer.ts';

/** Stores a credential and returns its reference. */
export type Hold = (credential: Pick<PreparedCredential, 'kind' | 'itself'>, secret: string) => SecretRef;

/** Builds the view of a prepared answer; `hold` stores its credentials. */
export function viewOf(
  taken: NewAnswer,
  prepared: PreparedAnswer,
  known: CredentialQuestions,
  hold: Hold,
): AnswerView {
  const { sessionId, title, kind = 'plain', method, path, answer, elapsedMs, once } = taken;
  const { form, rowsLeftOut, envelope } = prepared;
  const rows: readonly AnswerRow[] = prepared.rows.map(({ credential, ...row }) =>
    credential === undefined
      ? row
      : { ...row, credential: hold(credential, credentialText(answer.text, prepared, credential)) },
  );
  const refAt = (pointer: string): SecretRef | undefined =>
    rows.find((row) => row.pointer === pointer)?.credential ?? leftOut(envelope, pointer, hold);
  const wrap = wrapFactsOf(envelope, refAt);
  const login = loginOf(envelope, refAt);
  const own = new CredentialIndex(prepared.own);
  const clean = (words: string): string => redact(own.redacted(known.redacted(words)));
  return {
    answerId: randomUUID(),
    ...(sessionId === undefined ? {} : { sessionId }),
    title,
    kind,
    method,
    path,
    elapsedMs,
    once,
    form,
    rows,
    rowsLeftOut,
    at: new Date().toISOString(),
    status: answer.status,
    headers: harmlessHeaders(answer.headers).map(([name, value]) => [name, clean(value)] as const),
    warnings: answer.warnings.map(clean),
    ...(wrap === undefined ? {} : { wrap }),
    ...(login === undefined ? {} : { login }),
  };
}

/** Token of the envelope that has no row, because there are too many rows. */
function leftOut(envelope: unknown, pointer: string, hold: Hold): SecretRef | undefined {
  const [, part = '', name = ''] = pointer.split('/');
  const token = asText(asObject(asObject(envelope)[part])[name]);
  const kind = name === 'token' ? 'wrapping-token' : 'client-token';
  return token === '' ? undefined : hold({ kind, itself: true }, token);
}
