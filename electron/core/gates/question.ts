/**
 * The question about a request, in the gate's own words: the request itself, its losses, each field of its body that
 * differs from what the server holds, and the object it affects there. A use-case can add words and a title, but
 * cannot omit or replace any of this, because its words can come from a page.
 */
import { grouped } from '../../../shared/vault/counted.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { ChangedField, PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { credentialKind, isSecretInput, mintedKind } from '../../../shared/vault/secret-fields.ts';
import { asObject, asText } from '../../vault/api/fields.ts';
import type { ByPresence, Question, VaultRequest } from '../../vault/http/types.ts';
import type { Consequence } from './consequence-of-request.ts';
import { fieldChanges } from './field-changes.ts';
import type { Comparison } from './field-changes.ts';
import { isServers } from './harmless-writes.ts';
import { readBackOf } from './read-back.ts';
import type { ReadBack } from './read-back.ts';
import type { Present, ServerFacts } from './server-facts.ts';

/** Parts of a request that its question is written from. */
export type AskedRequest = Pick<VaultRequest, 'method' | 'path' | 'query' | 'body' | 'stream' | 'consent'>;

/** Text of a question in the secure prompt. */
export interface PromptWords {
  readonly title: string;
  readonly facts: readonly PromptFact[];
  readonly body: readonly string[];
  readonly fields: readonly ChangedField[];
  readonly action: string;
  readonly typedName?: string;
  readonly destructive: boolean;
}

/** Writes one question about a request's losses and the other concerns; undefined if it needs none. */
export async function questionOf(
  request: AskedRequest,
  consequence: Consequence | undefined,
  facts: ServerFacts,
): Promise<PromptWords | undefined> {
  const { method, path, consent = {} } = request;
  const { concerns = [], question } = consent;
  if (consequence === undefined && concerns.length === 0) return undefined;
  const own: Consequence = consequence ?? {
    title: 'Send this request?',
    lost: [],
    action: `Send ${method}`,
    typed: false,
    destroys: false,
  };
  const shown = await shownRequest(request, facts, question);
  const kind = shown.present?.kind ?? 'unknown';
  const typedName = question?.typedName ?? (own.typed ? path : undefined);
  return {
    title: worded(question?.title ?? own.title, kind),
    facts: [...(question?.facts ?? []), ...shown.facts, requestFact(request)],
    body: [...new Set([...own.lost, ...(question?.body ?? []), ...concerns, ...shown.body])],
    fields: shown.fields,
    action: worded(question?.action ?? own.action, kind),
    destructive: question?.destructive ?? own.destroys,
    ...(typedName === undefined ? {} : { typedName }),
  };
}

/**
 * Writes one question for requests that follow, and their consequences. A single one is shown in full, several by a
 * line each.
 */
export async function questionBefore(
  question: Question,
  covered: readonly AskedRequest[],
  facts: (request: AskedRequest) => ServerFacts,
  consequences: readonly (Consequence | undefined)[],
): Promise<PromptWords> {
  const [first, ...others] = covered;
  const { typedName } = question;
  const alone = first !== undefined && others.length === 0 ? first : undefined;
  const shown = alone === undefined ? undefined : await shownRequest(alone, facts(alone), question);
  const kind = shown?.present?.kind ?? 'unknown';
  return {
    title: worded(question.title, kind),
    facts: [
      ...(question.facts ?? []),
      ...(shown?.facts ?? []),
      ...(alone === undefined ? [] : [requestFact(alone)]),
    ],
    body: [
      ...new Set([
        ...consequences.flatMap((one) => one?.lost ?? []),
        ...(question.body ?? []),
        ...(shown?.body ?? []),
      ]),
    ],
    fields: [
      ...(alone !== undefined || first === undefined ? [] : [requestLines(covered)]),
      ...(shown?.fields ?? []),
    ],
    action: worded(question.action, kind),
    destructive: question.destructive ?? consequences.some((one) => one?.destroys === true),
    ...(typedName === undefined ? {} : { typedName }),
  };
}

/** Lists several requests as one field of a prompt, a line each. */
export function requestLines(covered: readonly AskedRequest[]): ChangedField {
  const lines = covered.map((request) => {
    const fields = fieldChanges(request.body ?? '{}', asItIs).map(
      ({ name, lines: all }) => `${name}=${all.map(({ text }) => text).join(', ')}`,
    );
    return { kind: 'sent', text: [requestFact(request).value, ...fields].join(' ') } as const;
  });
  return { name: `Requests (${String(covered.length)})`, lines };
}

/** Length of a question that a user can still read, far above any legitimate one. */
const MOST_CHARACTERS = 1_000_000;

/** Throws `invalid-request` if the question is too long to be read. */
export function refuseUnreadable(words: PromptWords): void {
  const characters = JSON.stringify(words).length;
  if (characters <= MOST_CHARACTERS) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: `The request is too long to be read in a prompt (${grouped(characters)} characters). Nothing was sent.`,
    hint: 'Send it in smaller parts, or by the command line.',
  });
}

function worded(words: string | ByPresence, kind: Present['kind']): string {
  return typeof words === 'string' ? words : words[kind];
}

/** Names the request in a prompt. */
export function requestFact(request: Pick<AskedRequest, 'method' | 'path' | 'query'>): PromptFact {
  const { method, path } = request;
  return { name: 'Request', value: `${method} /v1/${path}${queryOf(request)}` };
}

/** Query as the page composed it: not encoded. */
function queryOf({ query = {} }: Pick<AskedRequest, 'query'>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

interface ShownRequest {
  readonly facts: readonly PromptFact[];
  readonly body: readonly string[];
  readonly fields: readonly ChangedField[];
  readonly present?: Present;
}

/** Changes that a request makes, as far as the server reveals them. */
async function shownRequest(
  request: AskedRequest,
  facts: ServerFacts,
  { stated = [] }: Pick<Question, 'stated'> = {},
): Promise<ShownRequest> {
  const { method, consent } = request;
  const path = request.path.replace(/^\/+|(?<!\/)\/+$/g, '');
  const mount = isServers(path) ? undefined : await facts.mountFor(path);
  const written = consent?.written?.();
  const body = withoutStated(written ?? request.body, stated);
  const known = isServers(path) || mount !== undefined ? readBackOf(path, mount) : undefined;
  const present =
    known === undefined || (body === undefined && known.named === undefined)
      ? undefined
      : await presentOf(known, { path, body: request.body }, facts);
  const before = present?.kind === 'present' ? present.json : undefined;
  return {
    facts: before === undefined ? [] : namedBy(known?.named ?? {}, before),
    body:
      present?.kind === 'unknown' && body !== undefined
        ? [`Not compared with the server: ${present.why} Everything sent is shown.`]
        : [],
    fields:
      body === undefined
        ? wholeBody(written ?? request.body)
        : fieldChanges(body, {
            before,
            isCredential:
              written === undefined ? credentialsIn(path, mount, known !== undefined) : () => false,
            holdsCredential: (fields) => credentialKind(fields.at(-1) ?? '') !== undefined,
            merges: (field) => method === 'PATCH' || known?.merged?.includes(field) === true,
            ...(known?.readAs === undefined ? {} : { readAs: known.readAs }),
          }),
    ...(present === undefined ? {} : { present }),
  };
}

/**
 * Tests fields of a body that main has composed for credentials: values of entries, and fields named like one. A body
 * that a page has written is shown as written, with a placeholder for each credential that main has inserted.
 */
function credentialsIn(
  path: string,
  mount: Mount | undefined,
  isSettings: boolean,
): (fields: readonly string[]) => boolean {
  if (isServers(path) || mount?.engine === 'other' || isSettings)
    return (fields) => isNamedCredential(fields) || mintedKind(path, fields.at(-1) ?? '') !== undefined;
  return mount?.engine === 'kv2' ? (fields) => fields[0] === 'data' : () => true;
}

/** A body without fields, such as plain text. */
function wholeBody(body = ''): readonly ChangedField[] {
  if (body === '' || body.trimStart().startsWith('{')) return [];
  return [{ name: 'Body', lines: body.split('\n').map((text) => ({ kind: 'sent', text })) }];
}

/** The body without the fields that its question states in another form; undefined if no other is left. */
function withoutStated(body: string | undefined, stated: readonly string[]): string | undefined {
  if (body?.trimStart().startsWith('{') !== true) return undefined;
  const left = sliceMembers(body).filter(([name]) => !stated.includes(name));
  return left.length === 0 ? undefined : composeObject(left);
}

async function presentOf(
  { reading, pick }: ReadBack,
  { path, body }: { readonly path: string; readonly body: string | undefined },
  facts: ServerFacts,
): Promise<Present | undefined> {
  const write = { path, members: asObject(body === undefined ? {} : JSON.parse(body)) };
  const toRead = reading === undefined ? ({ method: 'GET', path } as const) : reading(write);
  if (toRead === undefined) return undefined;
  return facts.present(toRead, (data) => (pick === undefined ? data : pick(data, write)));
}

function namedBy(named: Readonly<Record<string, string>>, json: string): readonly PromptFact[] {
  const object = asObject(JSON.parse(json));
  return Object.entries(named).flatMap(([field, name]) => {
    const value = asText(object[field]);
    return value === '' ? [] : [{ name, value }];
  });
}

/** Considers only names at the top of a body: those in a map come from the page, which could hide a value so. */
const isNamedCredential = (fields: readonly string[]): boolean =>
  fields.length === 1 && isSecretInput(fields[0] ?? '');

const asItIs: Comparison = {
  isCredential: isNamedCredential,
  holdsCredential: isNamedCredential,
  merges: () => false,
};
