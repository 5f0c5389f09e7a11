/** Responses as described by main, for screen tests. */
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';

/** Reference to a credential held by main. */
export function refOf(kind: SecretKind, secretRef = `ref-${kind}`, length = 95): SecretRef {
  return { secretRef, kind, length, since: '2026-11-20T09:00:00Z' };
}

/** Envelope rows around `data`, as sent by the server. */
const envelope: readonly AnswerRow[] = [
  plain('/request_id', '"0a1b"'),
  plain('/lease_id', '""'),
  plain('/renewable', 'false'),
  plain('/lease_duration', '0'),
];

/** A row with a plain value. */
export function plain(pointer: string, rawJson: string): AnswerRow {
  return { pointer, depth: depthOf(pointer), key: keyOf(pointer), what: 'value', rawJson };
}

/** A row with a hidden value. */
export function hidden(pointer: string, length = 8): AnswerRow {
  return { pointer, depth: depthOf(pointer), key: keyOf(pointer), what: 'hidden', type: 'string', length };
}

/** A row with children. */
export function holder(pointer: string, count: number): AnswerRow {
  return { pointer, depth: depthOf(pointer), key: keyOf(pointer), what: 'object', count };
}

/** A row with a credential. */
export function credential(pointer: string, kind: SecretKind): AnswerRow {
  return {
    pointer,
    depth: depthOf(pointer),
    key: keyOf(pointer),
    what: 'credential',
    credential: refOf(kind),
  };
}

/** An unwrapped secret with two keys and a credential, and the given changes. */
export function sampleAnswer(change: Partial<AnswerView> = {}): AnswerView {
  return {
    answerId: 'answer-1',
    sessionId: 'one',
    kind: 'unwrapped',
    title: 'Unwrapped',
    method: 'POST',
    path: 'sys/wrapping/unwrap',
    at: new Date().toISOString(),
    elapsedMs: 12.4,
    status: 200,
    headers: [['content-type', 'application/json']],
    warnings: [],
    once: true,
    form: 'json',
    rows: [
      ...envelope,
      holder('/data', 3),
      hidden('/data/password'),
      holder('/data/nested', 1),
      hidden('/data/nested/deep', 3),
      credential('/data/secret_id', 'secret-id'),
      plain('/mount_type', '"kv"'),
    ],
    rowsLeftOut: 0,
    ...change,
  };
}

/** A response with a wrapping token valid for five minutes. */
export function sampleWrap(change: Partial<AnswerView> = {}): AnswerView {
  return sampleAnswer({
    answerId: 'wrap-1',
    title: 'Wrapped',
    path: 'sys/wrapping/wrap',
    rows: [holder('/wrap_info', 1), credential('/wrap_info/token', 'wrapping-token')],
    wrap: {
      token: refOf('wrapping-token'),
      accessor: 'acc-1',
      wrappedAccessor: '',
      ttlSeconds: 300,
      creationTime: '2026-11-20T09:37:12Z',
      creationPath: 'sys/wrapping/wrap',
      jwt: false,
    },
    ...change,
  });
}

/** A response with a client token. */
export function sampleLogin(change: Partial<AnswerView> = {}): AnswerView {
  return sampleAnswer({
    answerId: 'login-1',
    rows: [holder('/auth', 1), credential('/auth/client_token', 'client-token')],
    login: {
      token: refOf('client-token'),
      accessor: 'acc-2',
      displayName: 'userpass-ops',
      policies: ['default', 'payments-read'],
      type: 'service',
      renewable: true,
      ttlSeconds: 3600,
      numUses: 0,
    },
    ...change,
  });
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 2;
}

function keyOf(pointer: string): string {
  return pointer.split('/').at(-1) ?? '';
}
