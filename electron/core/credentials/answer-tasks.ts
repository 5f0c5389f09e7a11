/**
 * Tasks on stored answers: a large one is parsed off the main thread, from its bytes. Its credentials come back beside
 * the view, for main to store; until then their references are numbers. The visibility of its values comes back too,
 * in shared memory: later tasks use it without a copy, and it never changes.
 */
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { textOfBytes } from '../../vault/http/body.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { viewOf } from './answer-view.ts';
import type { JsonTree } from './answer-tree.ts';
import { numberedRef } from './answer-references.ts';
import type { FoundCredential, Inside } from './answer-store.ts';
import { CredentialIndex } from './credential-index.ts';
import type { KnownCredential } from './credential-index.ts';
import type { NewAnswer } from './new-answer.ts';
import { hiddenValues, holdsCredential, maskedText, prepareAnswer, valueAt } from './prepare-answer.ts';
import type { AnswerBody, SeenBody } from './prepare-answer.ts';

/** Body of an answer, as bytes instead of text. */
export interface AnswerBytes {
  readonly bytes: Uint8Array;
  /** True if the bytes are not text. */
  readonly binary: boolean;
}

export interface ReceivedAnswer extends AnswerBytes {
  /** Rest of the answer, without functions. */
  readonly taken: Omit<NewAnswer, 'answer' | 'target'> & {
    readonly answer: Pick<VaultAnswer, 'status' | 'warnings' | 'headers' | 'origin'>;
  };
  readonly known: readonly KnownCredential[];
}

/** Body that was prepared before. */
export interface PreparedBytes extends AnswerBytes {
  readonly prepared: SeenBody;
  /** Credentials known by now: a text of unknown shape that holds one is a credential. */
  readonly known: readonly KnownCredential[];
}

export interface FoundView extends Inside {
  readonly view: AnswerView;
}

/** Longest visible value, in characters; longer ones are revealed. */
const LONGEST_SHOWN = 64 * 1024;
/** Limit for all visible values together, in characters. */
const MOST_SHOWN = 1024 * 1024;

/** Limit of values: more nodes would not fit into the worker's memory. */
const MOST_VALUES = 2_000_000;

/** Builds the view of a new answer. Throws a `RangeError` if it has too many values. */
function viewIn({ taken, known, ...body }: ReceivedAnswer): FoundView {
  refuseTooMany(body);
  const text = textIn(body);
  const { method, path, values } = taken;
  const asked: AnswerBody = { text, binary: body.binary, method, path, values };
  const prepared = prepareAnswer(asked, known);
  const found: FoundCredential[] = [];
  const whole: NewAnswer = { ...taken, answer: { ...taken.answer, text, json: () => undefined } };
  const view = viewOf(whole, prepared, new CredentialIndex(known), (credential, secret) =>
    numberedRef(found, credential, secret),
  );
  const { form, tree, visibilities } = prepared;
  return {
    view: { ...view, rows: shortened(view.rows) },
    found,
    prepared: {
      form,
      whole: prepared.whole,
      ...(tree === undefined ? {} : { tree: sharedTree(tree) }),
      ...(visibilities === undefined ? {} : { visibilities: sharedBytes(visibilities) }),
    },
  };
}

/** Finds one value of an answer. Throws `invalid-input` if it does not exist. */
function valueIn({
  pointer,
  ...input
}: PreparedBytes & { readonly pointer: string }): ReturnType<typeof valueAt> {
  const text = textIn(input);
  const value = valueAt(text, input.prepared, pointer);
  return isCredentialByNow(text, input) ? { ...value, visibility: 'credential' } : value;
}

/** Collects every hidden value of an answer. */
function hiddenIn(input: PreparedBytes): ReturnType<typeof hiddenValues> {
  const text = textIn(input);
  return isCredentialByNow(text, input) ? [] : hiddenValues(text, input.prepared);
}

/** Formats the whole answer, indented. */
function maskedIn({ reveal, ...input }: PreparedBytes & { readonly reveal: boolean }): string {
  const text = textIn(input);
  return maskedText(text, input.prepared, reveal && !isCredentialByNow(text, input));
}

function isCredentialByNow(text: string, { prepared, binary, known }: PreparedBytes): boolean {
  return prepared.form === 'text' && holdsCredential({ text, binary }, new CredentialIndex(known));
}

function textIn({ bytes, binary }: AnswerBytes): string {
  return binary ? Buffer.from(bytes).toString('base64') : textOfBytes(bytes);
}

function shortened(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  let shown = 0;
  return rows.map((row) => {
    if (row.rawJson === undefined) return row;
    const { length } = row.rawJson;
    if (length <= LONGEST_SHOWN && (shown += length) <= MOST_SHOWN) return row;
    const { pointer, depth, key } = row;
    return { pointer, depth, key, length, what: 'hidden', type: 'string' };
  });
}

/** Counts the bytes that can begin a value, those inside strings included. */
function refuseTooMany({ bytes, binary }: AnswerBytes): void {
  if (binary) return;
  let values = 0;
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values++;
  if (values > MOST_VALUES) throw new RangeError('too many values');
}

function sharedTree({ size, replaced, ...columns }: JsonTree): JsonTree {
  return {
    size,
    parent: sharedNumbers(columns.parent),
    depth: sharedNumbers(columns.depth),
    start: sharedNumbers(columns.start),
    end: sharedNumbers(columns.end),
    name: sharedNumbers(columns.name),
    count: sharedNumbers(columns.count),
    next: sharedNumbers(columns.next),
    replaced: sharedBytes(replaced),
  };
}

function sharedNumbers(column: Int32Array): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(column.byteLength));
  shared.set(column);
  return shared;
}

function sharedBytes(column: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(column.byteLength));
  shared.set(column);
  return shared;
}

export const answerTasks = { viewIn, valueIn, hiddenIn, maskedIn };

/** Runs a task on an input of this many bytes. */
export type AnswerWork = <N extends keyof typeof answerTasks>(
  name: N,
  input: Parameters<(typeof answerTasks)[N]>[0],
  sizeBytes: number,
) => Promise<ReturnType<(typeof answerTasks)[N]>>;
