/** Content to wrap, kept outside the components while another tab is in front. Dropped by a lock. */
import { readIncrement } from '../../../shared/vault/increment.ts';
import type { FileHandle } from '../../../shared/vault/connection.ts';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import type { WrapWhat } from '../../../shared/vault/wrapping.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';

export interface ShareSnapshot {
  /** The part of the screen in front. */
  readonly task: 'open' | 'share' | 'approve';
  /** `approve`: the accessor of another user's request. */
  readonly approvalAccessor: string;
  readonly what: 'text' | 'json' | 'file' | 'request' | 'token';
  /** `text` and `file`: the name of the one key. */
  readonly key: string;
  readonly text: string;
  readonly json: string;
  readonly file: { readonly file: FileHandle; readonly bytes: number } | undefined;
  readonly method: 'GET' | 'LIST' | 'POST';
  readonly path: string;
  /** Body of a POST; empty: without a body. */
  readonly body: string;
  /** `token`: the operation, and the token it is about. */
  readonly operation: 'token-lookup' | 'token-renewal';
  readonly by: TokenChoice['by'];
  readonly accessor: string;
  /** The token that main keeps for `by: 'secret'`. */
  readonly tokenValue: SecretRef | undefined;
  /** As typed; empty: the server's default. */
  readonly increment: string;
  /** Recipient's name; empty: not said. */
  readonly recipient: string;
  readonly ttl: string;
  readonly jwt: boolean;
  /** The last result, until it is dismissed. */
  readonly answer: AnswerView | undefined;
}

/** Problems by field; empty: it can be sent. */
export type ShareProblems = Partial<
  Record<
    'key' | 'text' | 'json' | 'file' | 'path' | 'body' | 'accessor' | 'tokenValue' | 'increment' | 'ttl',
    string
  >
>;

const blank: ShareSnapshot = {
  task: 'open',
  approvalAccessor: '',
  what: 'text',
  key: 'text',
  text: '',
  json: '{\n  \n}',
  file: undefined,
  method: 'GET',
  path: '',
  body: '',
  operation: 'token-lookup',
  by: 'self',
  accessor: '',
  tokenValue: undefined,
  increment: '',
  recipient: '',
  ttl: '1h',
  jwt: false,
  answer: undefined,
};

export class ShareDraft extends Store<ShareSnapshot> {
  constructor() {
    super(blank);
  }

  /** Wrapped: clears the typed content. */
  readonly shared = (answer: AnswerView): void => {
    const { task, what, method, operation, by, ttl, jwt } = this.snapshot();
    this.change({ ...blank, task, what, method, operation, by, ttl, jwt, answer });
  };
}

/** Problems of a draft; an empty field is one, too. */
export function shareProblems(draft: ShareSnapshot): ShareProblems {
  const ttl = ttlProblem(draft.ttl);
  return { ...contentProblems(draft), ...(ttl === undefined ? {} : { ttl }) };
}

function contentProblems(draft: ShareSnapshot): ShareProblems {
  const key = draft.key.trim() === '' ? { key: 'Required.' } : {};
  switch (draft.what) {
    case 'text':
      return { ...key, ...(draft.text === '' ? { text: 'Required.' } : {}) };
    case 'json': {
      const problem = objectProblem(draft.json);
      return problem === undefined ? {} : { json: problem };
    }
    case 'file':
      return { ...key, ...(draft.file === undefined ? { file: 'Choose a file.' } : {}) };
    case 'request': {
      const body =
        draft.method === 'POST' && draft.body.trim() !== '' ? objectProblem(draft.body) : undefined;
      return {
        ...(apiPath(draft.path) === '' ? { path: 'Required.' } : {}),
        ...(body === undefined ? {} : { body }),
      };
    }
    case 'token':
      return tokenProblems(draft);
  }
}

function tokenProblems({ operation, by, accessor, tokenValue, increment }: ShareSnapshot): ShareProblems {
  const read = operation === 'token-renewal' ? readIncrement(increment) : undefined;
  return {
    ...(by === 'accessor' && accessor.trim() === '' ? { accessor: 'Required.' } : {}),
    ...(by === 'secret' && tokenValue === undefined ? { tokenValue: 'Enter the token.' } : {}),
    ...(typeof read === 'string' ? { increment: read } : {}),
  };
}

/** The content to send; requires a draft without problems. */
export function wrapWhatOf(draft: ShareSnapshot): WrapWhat {
  switch (draft.what) {
    case 'text':
      return { kind: 'data', json: JSON.stringify({ [draft.key.trim()]: draft.text }) };
    case 'json':
      return { kind: 'data', json: draft.json };
    case 'file':
      return { kind: 'file', fileId: draft.file?.file.fileId ?? '', key: draft.key.trim(), as: 'auto' };
    case 'request': {
      const json = draft.method === 'POST' && draft.body.trim() !== '' ? { json: draft.body } : {};
      return { kind: 'request', method: draft.method, path: apiPath(draft.path), ...json };
    }
    case 'token': {
      const token = tokenOf(draft);
      const seconds = readIncrement(draft.increment);
      if (draft.operation === 'token-lookup') return { kind: 'token-lookup', token };
      return {
        kind: 'token-renewal',
        token,
        ...(typeof seconds === 'number' ? { incrementSeconds: seconds } : {}),
      };
    }
  }
}

function tokenOf({ by, accessor, tokenValue }: ShareSnapshot): TokenChoice {
  switch (by) {
    case 'self':
      return { by };
    case 'accessor':
      return { by, accessor: accessor.trim() };
    case 'secret':
      return { by, secretRef: tokenValue?.secretRef ?? '' };
  }
}

function ttlProblem(text: string): string | undefined {
  const seconds = parseDuration(text);
  if (seconds === undefined) return 'Write 5m, 1h30m, 24h or a number of seconds.';
  if (seconds < 1) return 'At least one second.';
  return undefined;
}

function objectProblem(text: string): string | undefined {
  const problem = jsonProblem(text);
  if (problem !== undefined)
    return `${problem.message} (line ${String(problem.line)}, column ${String(problem.column)}).`;
  if (!text.trim().startsWith('{')) return 'It must be one JSON object: { "name": value }.';
  return /^\{\s*\}$/.test(text.trim()) ? 'The object is empty.' : undefined;
}

function apiPath(text: string): string {
  return text.trim().replace(/^\/+/, '').replace(/^v1\//, '');
}

/** The share draft of a session; created on first access. */
export const shareDraftOf = perSession(() => new ShareDraft());
