/** The draft of a request in the console, and its conversion. Pure. */
import { unwrapPath } from '../../../shared/vault/console.ts';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import type { ConsoleHistoryLine, ConsoleMethod, ConsoleRequest } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { openParameter } from './completion.ts';

/** A secret field of the body: its place, and the reference of its value. */
export interface SecretField {
  readonly id: number;
  /** `password`, or `options/token` for a nested one. */
  readonly name: string;
  readonly secret: SecretRef | undefined;
}

export interface ConsoleDraft {
  readonly method: ConsoleMethod;
  readonly path: string;
  readonly json: string;
  readonly secrets: readonly SecretField[];
  readonly namespace: string;
  readonly wrapTtl: string;
  readonly wrapJwt: boolean;
  readonly withoutToken: boolean;
  /** A wrapping token to send as the request's own, unwrapping itself. */
  readonly token: SecretRef | undefined;
}

export const emptyDraft: ConsoleDraft = {
  method: 'GET',
  path: '',
  json: '',
  secrets: [],
  namespace: '',
  wrapTtl: '',
  wrapJwt: false,
  withoutToken: false,
  token: undefined,
};

/** True if a request of this method carries a body. */
export function carriesBody(method: ConsoleMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Problems that keep a draft from being sent, by field. */
export interface DraftProblems {
  readonly path?: string;
  readonly json?: string;
  /** Position of the error in the body. */
  readonly jsonOffset?: number;
  /** Problems by the id of the field. */
  readonly secrets: ReadonlyMap<number, string>;
}

/** Finds missing and invalid input; main has the last word. */
export function problemsOf(draft: ConsoleDraft): DraftProblems {
  const open = openParameter(draft.path);
  const path =
    draft.path.trim() === ''
      ? { path: 'Enter a path, such as sys/mounts.' }
      : open === undefined
        ? {}
        : { path: `Replace {${open.name}} by a value.` };
  if (!carriesBody(draft.method)) return { ...path, secrets: new Map() };
  const fault = draft.json.trim() === '' ? undefined : jsonProblem(draft.json);
  const json =
    fault === undefined
      ? draft.json.trim() === '' || draft.json.trimStart().startsWith('{')
        ? {}
        : { json: 'The body must be one JSON object, such as {"name": "value"}.' }
      : {
          json: `Line ${String(fault.line)}, column ${String(fault.column)}: ${fault.message}.`,
          jsonOffset: fault.offset,
        };
  const secrets = draft.secrets.flatMap(({ id, name, secret }): [number, string][] => {
    if (name.trim() === '') return [[id, 'Name the field.']];
    return secret === undefined ? [[id, 'Enter its value, or remove the field.']] : [];
  });
  return { ...path, ...json, secrets: new Map(secrets) };
}

/** True if a problem was found. */
export function hasProblems({ path, json, secrets }: DraftProblems): boolean {
  return path !== undefined || json !== undefined || secrets.size > 0;
}

/** True for the unwrap request, which a wrapping token can make as its own token. */
export function unwraps({ method, path }: ConsoleDraft): boolean {
  return carriesBody(method) && path.trim().replace(/^\/+(?:v1\/)?|\/+$/g, '') === unwrapPath;
}

/** Turns a draft into the request. */
export function requestOf(draft: ConsoleDraft): ConsoleRequest {
  const { method, path, json, namespace, wrapTtl, wrapJwt, withoutToken } = draft;
  const body = carriesBody(method);
  const secrets = draft.secrets.flatMap(({ name, secret }) =>
    secret === undefined ? [] : [{ pointer: pointerOf(name), secretRef: secret.secretRef }],
  );
  return {
    method,
    path: path.trim(),
    ...(body && json.trim() !== '' ? { json } : {}),
    ...(body && secrets.length > 0 ? { secrets } : {}),
    ...(wrapTtl.trim() === '' ? {} : { wrapTtl: wrapTtl.trim(), ...(wrapJwt ? { wrapJwt } : {}) }),
    ...(namespace.trim() === '' ? {} : { namespace: namespace.trim() }),
    ...(withoutToken ? { withoutToken } : {}),
    ...(draft.token !== undefined && unwraps(draft) ? { tokenRef: draft.token.secretRef } : {}),
  };
}

/** The fields that a line of the history sets; the others stay. */
export function fromHistory(line: ConsoleHistoryLine): Partial<ConsoleDraft> {
  const { method, path, wrapTtl = '', namespace = '' } = line;
  return { method, path, wrapTtl, namespace };
}

/** A field's name as a JSON pointer; `a/b` is the member b of a. */
export function pointerOf(name: string): string {
  return `/${name
    .trim()
    .replace(/^\/+/, '')
    .split('/')
    .map((key) => key.replaceAll('~', '~0'))
    .join('/')}`;
}
