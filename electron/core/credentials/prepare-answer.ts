/**
 * Analyses an answer's body once, on arrival: its credentials, the rows of a screen, the position of every value. A
 * pure function of plain data with a plain result, so that a worker can do it for a large one; revealing, copying and
 * masking later only slice the text.
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

/** Input of the analysis. */
export interface AnswerBody {
  readonly text: string;
  /** The text is base64 of bytes, or must not be read as JSON. */
  readonly binary: boolean;
  readonly method: string;
  readonly path: string;
  readonly values: 'hidden' | 'plain';
}

/** Row whose credential is not stored yet. */
export interface PreparedRow extends Omit<AnswerRow, 'credential'> {
  /** With `what: 'credential'`. */
  readonly credential?: PreparedCredential;
}

export interface PreparedCredential {
  readonly kind: SecretKind;
  /** True if it is the credential; false if it only holds one. */
  readonly itself: boolean;
  /** Index in the tree. */
  readonly index: number;
}

/** Visibility of a body, by which values are sliced from it later. */
export interface SeenBody {
  readonly form: 'json' | 'text' | 'empty';
  /** With `json`. */
  readonly tree?: JsonTree;
  /** Index into `visibilities` for every value; set with `json`. */
  readonly visibilities?: Uint8Array;
  /** True if the text as a whole is a credential: it is not JSON and holds one. */
  readonly whole: boolean;
}

/** Result of the analysis; plain data only. */
export interface PreparedAnswer extends SeenBody {
  readonly rows: readonly PreparedRow[];
  readonly rowsLeftOut: number;
  /** Parts of the body that facts are read from. */
  readonly envelope: { readonly wrap_info?: unknown; readonly auth?: unknown };
  /** Credentials of this answer, by the names of their fields. */
  readonly own: readonly KnownCredential[];
}

/** Limit of rows; the text has the rest. */
export const MOST_ROWS = 5000;

/** Depth limit of rows. */
const DEEPEST_ROW = 64;

/** Analyses a body by the credentials in `known` and the names in it. */
export function prepareAnswer(body: AnswerBody, known: readonly KnownCredential[]): PreparedAnswer {
  return prepareWith(body, new CredentialIndex(known));
}

/** Analyses a body like `prepareAnswer`, with an existing index. */
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
    form: 'json',
    tree,
    visibilities: found.of,
    whole: false,
    ...rowsOf(text, tree, found.of, found.kinds),
    envelope: { wrap_info, auth },
    own: found.own.list(),
  };
}

/** True if a body of unknown shape, not JSON, holds a credential, one that is a word included. */
export function holdsCredential(
  { text, binary }: Pick<AnswerBody, 'text' | 'binary'>,
  known: CredentialQuestions,
): boolean {
  const texts = binary ? [text, Buffer.from(text, 'base64').toString('latin1')] : [text];
  return texts.some((one) => known.isIn(one) || known.isWordIn(one, 'unknown'));
}

/** Finds one value of a prepared body. Throws `invalid-input` if it does not exist. */
export function valueAt(
  text: string,
  { form, tree, visibilities: seen, whole }: SeenBody,
  pointer: string,
): {
  /** JSON text. */
  readonly value: string;
  /** Text for copying: a string's characters, anything else as JSON. */
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

/** Limit for the values of one reveal-all together, in characters. */
const MOST_REVEALED = 1024 * 1024;

/** Returns every hidden value as JSON text with its pointer, in order; values beyond the limit are left out. */
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

/** Returns the text of a row's credential. */
export function credentialText(
  text: string,
  { tree }: PreparedAnswer,
  { index }: PreparedCredential,
): string {
  return tree === undefined ? text : copiedAt(text, tree, index);
}

/** Formats the body, indented; credentials, and hidden values unless `reveal`, become a line of dots. */
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
    // The root object or list has no row of its own, only its members.
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
    // Not JSON.
    return undefined;
  }
}

function asRecord(value: unknown): { readonly wrap_info?: unknown; readonly auth?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}
