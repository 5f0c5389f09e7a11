/**
 * Everything that is found out about an answer's body, once, when it comes: which of it are credentials, which rows a
 * screen shows, where every value stands. A pure function of plain data with a plain result, so that a worker can do it
 * for a large one; revealing, copying and masking later only cut from the text.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerRow } from '../../../shared/vault/answer.ts';
import { base64Text } from '../../../shared/vault/base64.ts';
import { indentJson, MASK } from '../../../shared/vault/json-slices.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { at, copiedAt, indexAt, keyAt, kindAt, pointerOf, rawAt, treeOf } from './answer-tree.ts';
import type { JsonTree } from './answer-tree.ts';
import { visibilities, visibilityOf } from './answer-visibility.ts';
import type { CredentialQuestions, Visibility } from './answer-visibility.ts';
import { CredentialIndex } from './credential-index.ts';
import type { KnownCredential } from './credential-index.ts';

/** What is asked about a body. */
export interface AnswerBody {
  readonly text: string;
  /** The text stands for bytes, or is to be taken for no JSON. */
  readonly binary: boolean;
  readonly method: string;
  readonly path: string;
  readonly values: 'hidden' | 'plain';
}

/** A row, its credential not yet put away. */
export interface PreparedRow extends Omit<AnswerRow, 'credential'> {
  /** With `what: 'credential'`. */
  readonly credential?: PreparedCredential;
}

export interface PreparedCredential {
  readonly kind: SecretKind;
  /** It is the credential; else it only holds one. */
  readonly itself: boolean;
  /** Place in the tree. */
  readonly index: number;
}

/** What of a body may be seen: what values are cut from it by later. */
export interface SeenBody {
  readonly form: 'json' | 'text' | 'empty';
  /** With `json`. */
  readonly tree?: JsonTree;
  /** With `json`: of every value, a place in `visibilities`. */
  readonly visibilities?: Uint8Array;
  /** The text as a whole is a credential: it is no JSON and holds one. */
  readonly whole: boolean;
}

/** What is known of a body; holds no object but plain data. */
export interface PreparedAnswer extends SeenBody {
  readonly rows: readonly PreparedRow[];
  readonly rowsLeftOut: number;
  /** The parts of the body that facts are read from. */
  readonly envelope: { readonly wrap_info?: unknown; readonly auth?: unknown };
  /** Credentials of this answer by the names of their fields. */
  readonly own: readonly KnownCredential[];
}

/** More are not shown as rows; the text has them. */
export const MOST_ROWS = 5000;

/** What lies deeper is not shown as rows. */
const DEEPEST_ROW = 64;

/** Finds out about a body what `known` and the names in it tell. */
export function prepareAnswer(body: AnswerBody, known: readonly KnownCredential[]): PreparedAnswer {
  return prepareWith(body, new CredentialIndex(known));
}

/** As `prepareAnswer`, where the credentials are known already. */
export function prepareWith(body: AnswerBody, known: CredentialQuestions): PreparedAnswer {
  const { text, binary } = body;
  const bare = { whole: false, rows: [], rowsLeftOut: 0, envelope: {}, own: [] };
  if (text === '') return { ...bare, form: 'empty' };
  const parsed = binary ? undefined : parsedJson(text);
  if (parsed === undefined) {
    const whole = holdsCredential(body, known);
    return { ...bare, form: 'text', whole, rows: [textRow(text, whole)] };
  }
  const tree = treeOf(text);
  const { values, path } = body;
  const found = visibilityOf(text, tree, { values, path, known, list: isList(body) });
  const { auth, wrap_info } = asRecord(parsed.value);
  return {
    ...{ form: 'json', tree, visibilities: found.of, whole: false },
    ...rowsOf(text, tree, found.of, found.kinds),
    envelope: { wrap_info, auth },
    own: found.own.list(),
  };
}

/** Whether a body that is no JSON holds a credential, one that is a word included: nothing is known of such a text. */
export function holdsCredential(
  { text, binary }: Pick<AnswerBody, 'text' | 'binary'>,
  known: CredentialQuestions,
): boolean {
  const texts = binary ? [text, Buffer.from(text, 'base64').toString('latin1')] : [text];
  return texts.some((one) => known.isIn(one) || known.isWordIn(one, 'unknown'));
}

/** One value of a prepared body. Throws `invalid-input` where there is none. */
export function valueAt(
  text: string,
  { form, tree, visibilities: seen, whole }: SeenBody,
  pointer: string,
): {
  /** JSON text. */
  readonly value: string;
  /** As it is copied: a text's characters, anything else as JSON. */
  readonly copied: string;
  readonly visibility: Visibility;
} {
  if (form === 'text' && pointer === '')
    return { value: JSON.stringify(text), copied: text, visibility: whole ? 'credential' : 'hidden' };
  const index = tree === undefined ? undefined : indexAt(text, tree, pointer);
  if (tree === undefined || seen === undefined || index === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'pointer',
      message: 'There is no such value in this response.',
    });
  return {
    value: rawAt(text, tree, index),
    copied: copiedAt(text, tree, index),
    visibility: visibilities[at(seen, index)] ?? 'hidden',
  };
}

/** Values of one reveal of all are no longer than this together, in characters. */
const MOST_REVEALED = 1024 * 1024;

/** Every hidden value as JSON text with its pointer, in the order of the body; what is too long together is left out. */
export function hiddenValues(
  text: string,
  { form, tree, visibilities: seen, whole }: SeenBody,
): readonly (readonly [pointer: string, rawJson: string])[] {
  if (form === 'text') return whole || text.length > MOST_REVEALED ? [] : [['', JSON.stringify(text)]];
  const values: (readonly [string, string])[] = [];
  if (tree === undefined || seen === undefined) return values;
  let left = MOST_REVEALED;
  for (let index = 0; index < tree.size && values.length < MOST_ROWS; index++) {
    if (visibilities[at(seen, index)] !== 'hidden' || at(tree.replaced, index) === 1) continue;
    const length = at(tree.end, index) - at(tree.start, index);
    if (length > left) continue;
    left -= length;
    values.push([pointerOf(text, tree, index), rawAt(text, tree, index)]);
  }
  return values;
}

/** The text of a credential on a row. */
export function credentialText(
  text: string,
  { tree }: PreparedAnswer,
  { index }: PreparedCredential,
): string {
  return tree === undefined ? text : copiedAt(text, tree, index);
}

/** The body, indented; credentials, and unless `reveal` hidden values, are a line of dots. */
export function maskedText(text: string, prepared: SeenBody, reveal: boolean): string {
  const { form, tree, visibilities: seen, whole } = prepared;
  if (form === 'empty') return '';
  if (tree === undefined || seen === undefined) return reveal && !whole ? text : MASK.slice(1, -1);
  const out: string[] = [];
  let from = 0;
  for (let index = 0; index < tree.size; index++) {
    const visibility = visibilities[at(seen, index)];
    if (visibility !== 'credential' && (visibility !== 'hidden' || reveal)) continue;
    out.push(text.slice(from, at(tree.start, index)), MASK);
    from = at(tree.end, index);
  }
  out.push(text.slice(from));
  return indentJson(out.join(''));
}

function rowsOf(
  text: string,
  tree: JsonTree,
  seen: Uint8Array,
  kinds: ReadonlyMap<number, SecretKind>,
): Pick<PreparedAnswer, 'rows' | 'rowsLeftOut'> {
  const rows: PreparedRow[] = [];
  let rowsLeftOut = 0;
  for (let index = 0; index < tree.size; index++) {
    const visibility = visibilities[at(seen, index)] ?? 'hidden';
    if (at(tree.replaced, index) === 1 || visibility === 'below') continue;
    // An object or a list as a whole is what its members are.
    if (index === 0 && visibility === 'structure') continue;
    const depth = at(tree.depth, index);
    if (rows.length >= MOST_ROWS || depth > DEEPEST_ROW) {
      rowsLeftOut++;
      continue;
    }
    const kind = kinds.get(index);
    rows.push({
      pointer: pointerOf(text, tree, index),
      depth: Math.max(0, depth),
      key: keyAt(text, tree, index),
      ...(visibility === 'credential'
        ? { what: visibility, credential: { kind: kind ?? 'other', itself: kind !== undefined, index } }
        : look(text, tree, index, visibility)),
    });
  }
  return { rows, rowsLeftOut };
}

function look(
  text: string,
  tree: JsonTree,
  index: number,
  visibility: Visibility,
): Pick<AnswerRow, 'what' | 'count' | 'rawJson' | 'type' | 'length' | 'base64'> {
  const kind = kindAt(text, tree, index);
  if (kind === 'object' || kind === 'array') return { what: kind, count: at(tree.count, index) };
  if (visibility === 'value') return { what: 'value', rawJson: rawAt(text, tree, index) };
  const copied = copiedAt(text, tree, index);
  const encoded = keyAt(text, tree, index) === 'plaintext' && base64Text(copied) !== undefined;
  return { what: 'hidden', type: kind, length: copied.length, ...(encoded ? { base64: true } : {}) };
}

function textRow(text: string, whole: boolean): PreparedRow {
  const row = { pointer: '', depth: 0, key: '' };
  return whole
    ? { ...row, what: 'credential', credential: { kind: 'other', itself: false, index: 0 } }
    : { ...row, what: 'hidden', type: 'string', length: text.length };
}

function isList({ method, path }: AnswerBody): boolean {
  const query = path.indexOf('?');
  return (
    method === 'LIST' ||
    (method === 'GET' &&
      query >= 0 &&
      new URLSearchParams(path.slice(query + 1))
        .getAll('list')
        .some((value) => /^(?:true|1|t)$/i.test(value)))
  );
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Not JSON: undefined says so.
    return undefined;
  }
}

function asRecord(value: unknown): { readonly wrap_info?: unknown; readonly auth?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}
