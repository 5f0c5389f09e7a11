/**
 * The question about a request, in the gate's own words: the request itself, what it destroys, each field of its body that
 * differs from what the server holds, and whom it concerns there. A use-case may add words and a title; nothing of this can
 * be left out or replaced by it, because its words may come from a page.
 */
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

/** What the gate reads of a request, to write its question. */
export type AskedRequest = Pick<VaultRequest, 'method' | 'path' | 'query' | 'body' | 'stream' | 'consent'>;

/** A question as the secure prompt shows it. */
export interface PromptWords {
  readonly title: string;
  readonly facts: readonly PromptFact[];
  readonly body: readonly string[];
  readonly fields: readonly ChangedField[];
  readonly action: string;
  readonly typedName?: string;
}

/** One question for what a request destroys and for why else it is asked about; undefined: nobody is asked. */
export async function questionOf(
  request: AskedRequest,
  consequence: Consequence | undefined,
  facts: ServerFacts,
): Promise<PromptWords | undefined> {
  const { method, path, consent = {} } = request;
  const { concerns = [], question } = consent;
  if (consequence === undefined && concerns.length === 0) return undefined;
  const own: Consequence = consequence ?? {
    ...{ title: 'Send this request?', lost: [], action: `Send ${method}`, typed: false },
  };
  const shown = await shownRequest(request, facts, question);
  const kind = shown.present?.kind ?? 'unknown';
  const typedName = question?.typedName ?? (own.typed ? path : undefined);
  return {
    title: worded(question?.title ?? own.title, kind),
    facts: [...(question?.facts ?? []), ...shown.facts, requestFact(request)],
    body: [...new Set([...(question?.body ?? []), ...own.lost, ...concerns, ...shown.body])],
    fields: shown.fields,
    action: worded(question?.action ?? own.action, kind),
    ...(typedName === undefined ? {} : { typedName }),
  };
}

/** One question for requests that follow. One of them is shown as it would be by itself, several a line each. */
export async function questionBefore(
  question: Question,
  covered: readonly AskedRequest[],
  facts: (request: AskedRequest) => ServerFacts,
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
    body: [...question.body, ...(shown?.body ?? [])],
    fields: [
      ...(alone !== undefined || first === undefined ? [] : [requestLines(covered)]),
      ...(shown?.fields ?? []),
    ],
    action: worded(question.action, kind),
    ...(typedName === undefined ? {} : { typedName }),
  };
}

/** Several requests as one field of a prompt, a line each. */
export function requestLines(covered: readonly AskedRequest[], of = ''): ChangedField {
  const lines = covered.map((request) => {
    const fields = fieldChanges(request.body ?? '{}', asItIs).map(
      ({ name, lines: all }) => `${name}=${all.map(({ text }) => text).join(', ')}`,
    );
    return { kind: 'sent', text: [requestFact(request).value, ...fields].join(' ') } as const;
  });
  return { name: of === '' ? `Requests (${String(covered.length)})` : `Request of “${of}”`, lines };
}

/** Characters of a question that a person can be expected to read, far above any that means well. */
const MOST_CHARACTERS = 1_000_000;

/** Throws `invalid-request` where nobody could read what is asked. */
export function refuseUnreadable(words: PromptWords): void {
  const characters = JSON.stringify(words).length;
  if (characters <= MOST_CHARACTERS) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: `The request is too long to be read in a prompt (${characters.toLocaleString('en-GB')} characters). Nothing was sent.`,
    hint: 'Send it in smaller parts, or by the command line.',
  });
}

function worded(words: string | ByPresence, kind: Present['kind']): string {
  return typeof words === 'string' ? words : words[kind];
}

/** The request as every prompt about it names it. */
export function requestFact(request: Pick<AskedRequest, 'method' | 'path' | 'query'>): PromptFact {
  const { method, path } = request;
  return { name: 'Request', value: `${method} /v1/${path}${queryOf(request)}` };
}

/** As a page has composed it: not encoded. */
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

/** What a request changes, as far as the server tells. */
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
        ? [`Not compared with what the server holds: ${present.why} All that is sent is shown.`]
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
 * The credentials in a body that main has put together: values of entries, and whatever has the name of one. A body that a
 * page has written is shown as it was written, with a word in place of what main has put in.
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

/** A body that has no fields. */
function wholeBody(body = ''): readonly ChangedField[] {
  if (body === '' || body.trimStart().startsWith('{')) return [];
  return [{ name: 'Body', lines: body.split('\n').map((text) => ({ kind: 'sent', text })) }];
}

/** The body without the fields that its question states in another form; undefined where nothing else is in it. */
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

/** By its name at the top of a body alone: the names in a map (metadata, options) are a page's, which would hide a value so. */
const isNamedCredential = (fields: readonly string[]): boolean =>
  fields.length === 1 && isSecretInput(fields[0] ?? '');

const asItIs: Comparison = {
  ...{ isCredential: isNamedCredential, holdsCredential: isNamedCredential, merges: () => false },
};
