/**
 * Front of the answer store. A large answer is parsed off the main thread, so that neither its length nor the number
 * of credentials that main holds blocks main. It is held before that begins: even if parsing fails, a one-time answer
 * is not lost and can still be copied or written to a file. Its credentials are not known then, so all of it counts
 * as one.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { harmlessHeaders } from './answer-facts.ts';
import type { AnswerWork, PreparedBytes } from './answer-tasks.ts';
import { credentialsBelow, revealed } from './answer-references.ts';
import { createAnswerStore } from './answers.ts';
import type { AnswerStore, AnswerStoreParts } from './answer-store.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import type { SeenBody } from './prepare-answer.ts';

/** Like `AnswerStore`; reading the text of a large answer is slow, and can reject with `bad-answer`. */
export interface Answers extends Omit<
  AnswerStore,
  'hold' | 'reveal' | 'revealAll' | 'textAt' | 'credentialsAt' | 'raw' | 'keep' | 'opened' | 'holds'
> {
  /** Never rejects: an answer that cannot be parsed is held unparsed. */
  readonly hold: (taken: NewAnswer) => Promise<AnswerView>;
  readonly reveal: (answerId: string, pointer: string) => Promise<string>;
  readonly revealAll: (answerId: string) => Promise<readonly (readonly [pointer: string, rawJson: string])[]>;
  readonly textAt: (answerId: string, pointer: string) => Promise<string>;
  readonly credentialsAt: (answerId: string, pointer: string) => Promise<readonly SecretRef[] | undefined>;
  readonly raw: (answerId: string, reveal: boolean) => Promise<string>;
}

export interface AnswersParts extends AnswerStoreParts {
  readonly known: Pick<KnownCredentials, 'index' | 'list'>;
  readonly work: AnswerWork;
}

/** Limit of text that goes to the page at once, in characters. */
const LONGEST_ON_SCREEN = 8 * 1024 * 1024;

const unread: SeenBody = { form: 'text', whole: true };

/** Makes an empty store whose large answers are read by `work`. */
export function createAnswers(parts: AnswersParts): Answers {
  const { work, known } = parts;
  const store = createAnswerStore(parts);

  /** Input for a task on a large answer; undefined for any other. */
  function bytesOf(answerId: string): PreparedBytes | undefined {
    const { taken, prepared } = store.opened(answerId);
    const { large, bytes } = taken.answer;
    if (large === undefined) return undefined;
    const byNow = prepared.form === 'text' && !prepared.whole ? known.list() : [];
    return { bytes: large.bytes, binary: bytes !== undefined, prepared, known: byNow };
  }

  async function holdLarge(taken: NewAnswer, bytes: Uint8Array): Promise<AnswerView> {
    const view = store.keep(taken, unreadView(taken, bytes.length), { prepared: unread, found: [] });
    const { answerId } = view;
    const { answer, target: _target, ...rest } = taken;
    const { status, warnings, headers, origin } = answer;
    const input = {
      bytes,
      binary: answer.bytes !== undefined,
      known: known.list(),
      taken: { ...rest, answer: { status, warnings, headers, origin } },
    };
    try {
      const { view: seen, ...inside } = await work('viewIn', input, bytes.length);
      // Yields between receiving and storing: two short pauses of the main thread, not one long.
      await nextTurn();
      // Locked or discarded meanwhile.
      return store.holds(answerId) ? store.keep(taken, { ...seen, answerId }, inside) : view;
    } catch {
      // The worker failed: the first view stays, with everything hidden.
      return view;
    }
  }

  return {
    ...store,
    hold: async (taken) => {
      const { large } = taken.answer;
      return large === undefined ? store.hold(taken) : holdLarge(taken, large.bytes);
    },
    reveal: async (answerId, pointer) => {
      const input = bytesOf(answerId);
      if (input === undefined) return store.reveal(answerId, pointer);
      if (input.prepared === unread) throw notRead();
      const { value, visibility } = await work('valueIn', { ...input, pointer }, input.bytes.length);
      const told = shown(revealed(value, visibility, input.prepared));
      store.noteShown(answerId);
      return told;
    },
    revealAll: async (answerId) => {
      const input = bytesOf(answerId);
      if (input === undefined) return store.revealAll(answerId);
      if (input.prepared === unread) throw notRead();
      const values = await work('hiddenIn', input, input.bytes.length);
      if (values.length > 0) store.noteShown(answerId);
      return values;
    },
    textAt: async (answerId, pointer) => {
      const input = bytesOf(answerId);
      if (input === undefined) return store.textAt(answerId, pointer);
      return (await work('valueIn', { ...input, pointer }, input.bytes.length)).copied;
    },
    credentialsAt: async (answerId, pointer) => {
      const input = bytesOf(answerId);
      if (input === undefined) return store.credentialsAt(answerId, pointer);
      // Unparsed: it counts as a credential as a whole, and has no references.
      if (input.prepared === unread) return [];
      const { visibility } = await work('valueIn', { ...input, pointer }, input.bytes.length);
      return credentialsBelow(store.opened(answerId), pointer, visibility, false);
    },
    raw: async (answerId, reveal) => {
      const input = bytesOf(answerId);
      if (input === undefined) return store.raw(answerId, reveal);
      if (input.prepared === unread && reveal) throw notRead();
      const text = shown(await work('maskedIn', { ...input, reveal }, input.bytes.length));
      if (reveal) store.noteShown(answerId);
      return text;
    },
  };
}

/** View of an answer that is not parsed: one hidden value. */
function unreadView(taken: NewAnswer, length: number): AnswerView {
  const { sessionId, title, kind = 'plain', method, path, answer, elapsedMs, once } = taken;
  return {
    answerId: randomUUID(),
    ...(sessionId === undefined ? {} : { sessionId }),
    title,
    kind,
    method,
    path,
    elapsedMs,
    once,
    form: 'text',
    rows: [{ pointer: '', depth: 0, key: '', what: 'hidden', type: 'string', length }],
    rowsLeftOut: 0,
    at: new Date().toISOString(),
    status: answer.status,
    headers: harmlessHeaders({ 'content-type': answer.headers['content-type'] }),
    warnings: [],
  };
}

function notRead(): AppFailure {
  return new AppFailure({
    kind: 'bad-answer',
    message: 'This response could not be parsed, so its credentials are not known. It is not shown here.',
    hint: 'Copy it, or save it to a file.',
  });
}

function shown(text: string): string {
  if (text.length <= LONGEST_ON_SCREEN) return text;
  throw new AppFailure({
    kind: 'too-large',
    limitBytes: LONGEST_ON_SCREEN,
    message: 'This is too long to show.',
    hint: 'Save the response to a file.',
  });
}
