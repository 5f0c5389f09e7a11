/**
 * The answers that screens look at while main holds them. A value crosses when a person reveals it, a credential never
 * does. An answer that exists once is kept until a person dismisses it: over a lock (unseen), over a crash of the page,
 * and over the end of its session; a quit asks. Dismissing what nobody has copied, saved or seen yet takes a person's
 * agreement, and what was dismissed can be taken back for ten minutes.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerSummary, AnswerView } from '../../../shared/vault/answer.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { clientTokenOf } from '../../vault/api/login.ts';
import type { Agreement } from './agreement.ts';
import type { Visibility } from './answer-visibility.ts';
import { viewOf } from './answer-view.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import { hiddenValues, holdsCredential, maskedText, prepareWith, valueAt } from './prepare-answer.ts';
import type { AnswerBody, PreparedCredential, SeenBody } from './prepare-answer.ts';
import { unauthenticatedOwner } from './secrets.ts';
import type { SecretStore } from './secrets.ts';

export interface AnswerStore {
  readonly hold: (taken: NewAnswer) => AnswerView;
  /** Throws `invalid-input` where it is no longer held, as do all that follow. */
  readonly view: (answerId: string) => AnswerView;
  /** Those that exist once, newest first. */
  readonly list: () => readonly AnswerSummary[];
  /** The same, then those whose dismissal can still be taken back. */
  readonly listWithDismissed: () => readonly AnswerSummary[];
  /** One value as JSON text; `forbidden` for a credential. */
  readonly reveal: (answerId: string, pointer: string) => string;
  /** Every hidden value as JSON text by its pointer, each as if revealed; none that is a credential. */
  readonly revealAll: (answerId: string) => readonly (readonly [pointer: string, rawJson: string])[];
  /** One value as text to copy, a credential too; objects and lists as JSON. */
  readonly textAt: (answerId: string, pointer: string) => string;
  /** The credentials that are in such a text; undefined where it holds none. */
  readonly credentialsAt: (answerId: string, pointer: string) => readonly SecretRef[] | undefined;
  /** Notes that a value of it was copied. */
  readonly noteSeen: (answerId: string) => void;
  /** The whole, indented; credentials hidden. */
  readonly raw: (answerId: string, reveal: boolean) => string;
  /** What the server sent, for a file. */
  readonly original: (answerId: string) => Buffer;
  /** The client token in it; throws `invalid-input` where there is none. */
  readonly clientTokenOf: (answerId: string) => string;
  /** Whose answer it is; undefined where it is of no session or not held. */
  readonly sessionOf: (answerId: string) => string | undefined;
  /** Where it was answered, the session open or not; undefined where that is not known. */
  readonly targetOf: (answerId: string) => ConnectionTarget | undefined;
  /** What would be lost with it; undefined where a person has all of it, or it can be had again. */
  readonly losing: (answerId: string) => Losing | undefined;
  /** Notes that it was saved to a file, adopted or used up as a whole: there is nothing to lose any more. */
  readonly noteTaken: (answerId: string) => void;
  /**
   * Takes it off the list. One that exists once can be restored for ten minutes; where something would be lost with it, it
   * takes an agreement. One that is not held any more is left be. Throws `forbidden` without the agreement.
   */
  readonly dismiss: (answerId: string, agreement?: Agreement) => void;
  /** Takes a dismissal back. Throws `invalid-input` where it is too late. */
  readonly restore: (answerId: string) => AnswerView;
  /** Forgets answers for good, the dismissed among them. */
  readonly discard: (answerIds: readonly string[], agreement: Agreement) => void;
  /** Forgets for good what was dismissed, where `ofSession` says so: somebody else is about to see the list. */
  readonly forgetDismissed: (ofSession: (sessionId: string | undefined) => boolean) => void;
  /** Forgets what can be had again, also of servers that nobody has logged in to. */
  readonly lockSession: (sessionId: string) => void;
  readonly count: () => number;
  /** Why nothing more can be made that exists once; undefined while there is room. Asked before a request is sent. */
  readonly full: () => AppError | undefined;
  /** Puts an answer away with what is known of it; a second time under the same id replaces that. */
  readonly keep: (taken: NewAnswer, view: AnswerView, inside: Inside) => AnswerView;
  /** What was handed over, and what of it may be seen. */
  readonly opened: (answerId: string) => Pick<StoredAnswer, 'taken' | 'prepared' | 'view' | 'refs'>;
  /** Whether it is held, on the list or off it. */
  readonly holds: (answerId: string) => boolean;
}

/** A credential that an answer has brought. */
export interface FoundCredential extends Pick<PreparedCredential, 'kind' | 'itself'> {
  readonly secret: string;
}

/** What of an answer may be seen, and its credentials in the order of their references. */
export interface Inside {
  readonly prepared: SeenBody;
  readonly found: readonly FoundCredential[];
}

export interface AnswerStoreParts {
  readonly secrets: SecretStore;
  readonly known: Pick<KnownCredentials, 'index'>;
  /** Told whenever the list of those that exist once has changed. */
  readonly changed: (list: readonly AnswerSummary[]) => void;
  /** Where a session connects to; undefined where it is not open. */
  readonly targetOf?: (sessionId: string) => ConnectionTarget | undefined;
  /** Told of every answer once it is held. */
  readonly held?: (view: AnswerView) => void;
}

/** What nobody has copied, saved or seen yet of an answer that exists once. */
export interface Losing {
  readonly title: string;
  readonly path: string;
  /** Credentials in it, and how many of them nobody has. */
  readonly credentials: number;
  readonly untaken: number;
}

/** How long a dismissal can be taken back, in milliseconds. */
export const RESTORABLE_MS = 10 * 60_000;

interface StoredAnswer {
  readonly taken: NewAnswer;
  readonly view: AnswerView;
  readonly target: ConnectionTarget | undefined;
  /** What was a credential when it came stays one. */
  readonly prepared: SeenBody;
  readonly refs: readonly SecretRef[];
  /** All of it is in a person's hands, or used up. */
  had: boolean;
  /** A value of it was revealed or copied. */
  seen: boolean;
}

interface Dismissed {
  readonly one: StoredAnswer;
  readonly untilMs: number;
  readonly timer: NodeJS.Timeout;
}

/** Bounds of what can be had again: the oldest go first. */
const MOST_AGAIN = 60;
const MOST_AGAIN_BYTES = 64 * 1024 * 1024;

/** What exists once is never dropped to make room: a request that would bring more is refused before it is sent. */
export const MOST_ONCE = 200;
const MOST_ONCE_BYTES = 256 * 1024 * 1024;

const noRoom: AppError = {
  kind: 'invalid-request',
  message: 'There are too many one-time results that are not saved yet. Nothing was sent.',
  hint: 'Save or discard some of them first.',
};

/** Makes an empty store. */
export function createAnswerStore(parts: AnswerStoreParts): AnswerStore {
  const { secrets, changed, targetOf } = parts;
  const { index } = parts.known;
  /** Oldest first. */
  const held = new Map<string, StoredAnswer>();
  /** Off the list, unseen, until their time is over. */
  const dismissed = new Map<string, Dismissed>();

  function find(answerId: string): StoredAnswer {
    const one = held.get(answerId);
    if (one !== undefined) return one;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'answerId',
      message: 'This response is gone.',
      hint: 'Send the request again, if it can be sent twice.',
    });
  }

  function forget(answerId: string): void {
    const off = dismissed.get(answerId);
    const one = held.get(answerId) ?? off?.one;
    clearTimeout(off?.timer);
    dismissed.delete(answerId);
    held.delete(answerId);
    for (const { secretRef } of one?.refs ?? []) secrets.dismissOfAnswer(secretRef);
  }

  function heldOnce(): readonly StoredAnswer[] {
    return [...held.values()].filter(({ taken }) => taken.once).reverse();
  }

  function list(): readonly AnswerSummary[] {
    return heldOnce().map(summaryOf);
  }

  function listWithDismissed(): readonly AnswerSummary[] {
    const off = [...dismissed.values()].reverse().map(({ one, untilMs }) => ({
      ...summaryOf(one),
      restorableUntil: new Date(untilMs).toISOString(),
    }));
    return [...list(), ...off];
  }

  const tell = (): void => changed(listWithDismissed());

  function losing(answerId: string): Losing | undefined {
    const one = held.get(answerId);
    if (one === undefined || !one.taken.once || one.had || one.view.form === 'empty') return undefined;
    const own = new Set(one.refs.map(({ secretRef }) => secretRef));
    const untaken = [...own].filter((secretRef) => !secrets.isTaken(secretRef)).length;
    if (own.size === 0 ? one.seen : untaken === 0) return undefined;
    const { title, path } = one.view;
    return { title, path, credentials: own.size, untaken };
  }

  /** A text of unknown shape that came before the credential in it was known. */
  function isCredentialByNow({ taken, prepared }: StoredAnswer): boolean {
    return prepared.form === 'text' && holdsCredential(bodyOf(taken), index);
  }

  function isFull(): boolean {
    const off = [...dismissed.values()].map(({ one }) => one);
    const once = [...held.values(), ...off].filter(({ taken }) => taken.once);
    const bytes = once.reduce((sum, one) => sum + sizeOf(one), 0);
    return once.length >= MOST_ONCE || bytes >= MOST_ONCE_BYTES;
  }

  function makeRoom(): void {
    const again = [...held].filter(([, { taken }]) => !taken.once).reverse();
    let bytes = 0;
    for (const [index, [answerId, one]] of again.entries()) {
      bytes += sizeOf(one);
      // The newest stays, however long it is.
      if (index > 0 && (index >= MOST_AGAIN || bytes > MOST_AGAIN_BYTES)) forget(answerId);
    }
  }

  /** The credentials are put away, and their references take the place of the numbers that stood for them. */
  function keep(taken: NewAnswer, numbered: AnswerView, { prepared, found }: Inside): AnswerView {
    const target = taken.target ?? (taken.sessionId === undefined ? undefined : targetOf?.(taken.sessionId));
    const owner = taken.sessionId ?? (target === undefined ? '' : unauthenticatedOwner(target));
    const refs = found.map(({ kind, itself, secret }) =>
      secrets.holdAnswer(owner, kind, secret, { once: taken.once, itself }),
    );
    const view = withRefs(numbered, refs);
    const { answerId } = view;
    const off = dismissed.get(answerId);
    const before = held.get(answerId) ?? off?.one;
    const one: StoredAnswer = {
      ...{ taken, view, target, prepared, refs },
      had: before?.had ?? false,
      seen: before?.seen ?? false,
    };
    if (off === undefined) held.set(answerId, one);
    else {
      // Dismissed while it was read: it stays off the list, and so do its credentials.
      for (const { secretRef } of refs) secrets.setAside(secretRef, true);
      dismissed.set(answerId, { ...off, one });
    }
    if (taken.once) tell();
    else makeRoom();
    parts.held?.(view);
    return view;
  }

  return {
    hold: (taken) => {
      const prepared = prepareWith(bodyOf(taken), index);
      const found: FoundCredential[] = [];
      const view = viewOf(taken, prepared, index, (credential, secret) =>
        numberedRef(found, credential, secret),
      );
      return keep(taken, view, { prepared, found });
    },
    view: (answerId) => find(answerId).view,
    list,
    listWithDismissed,
    reveal: (answerId, pointer) => {
      const one = find(answerId);
      const { value, visibility } = valueAt(one.taken.answer.text, one.prepared, pointer);
      const told = revealed(value, isCredentialByNow(one) ? 'credential' : visibility, one.prepared);
      one.seen = true;
      return told;
    },
    revealAll: (answerId) => {
      const one = find(answerId);
      if (isCredentialByNow(one)) return [];
      const values = hiddenValues(one.taken.answer.text, one.prepared);
      // What is too long together is left out, and then nobody has seen it.
      if (values.length > 0) one.seen = true;
      return values;
    },
    textAt: (answerId, pointer) => {
      const { taken, prepared } = find(answerId);
      return valueAt(taken.answer.text, prepared, pointer).copied;
    },
    credentialsAt: (answerId, pointer) => {
      const one = find(answerId);
      const { view, refs } = one;
      const { visibility } = valueAt(one.taken.answer.text, one.prepared, pointer);
      return credentialsBelow({ view, refs }, pointer, visibility, isCredentialByNow(one));
    },
    noteSeen: (answerId) => {
      find(answerId).seen = true;
    },
    raw: (answerId, reveal) => {
      const one = find(answerId);
      const shown = reveal && !isCredentialByNow(one);
      if (shown) one.seen = true;
      return maskedText(one.taken.answer.text, one.prepared, shown);
    },
    original: (answerId) => {
      const { answer } = find(answerId).taken;
      return answer.bytes ?? Buffer.from(answer.large?.bytes ?? Buffer.from(answer.text, 'utf8'));
    },
    clientTokenOf: (answerId) => {
      const token = clientTokenOf(find(answerId).taken.answer);
      if (token === '') throw noValue('There is no client token in this response.');
      return token;
    },
    sessionOf: (answerId) => held.get(answerId)?.taken.sessionId,
    targetOf: (answerId) => find(answerId).target,
    losing,
    noteTaken: (answerId) => {
      const one = held.get(answerId);
      if (one !== undefined) one.had = true;
    },
    dismiss: (answerId, agreement) => {
      const one = held.get(answerId);
      if (one === undefined) return;
      if (!one.taken.once) {
        forget(answerId);
        return;
      }
      if (losing(answerId) !== undefined && agreement === undefined) throw notAgreed();
      held.delete(answerId);
      for (const { secretRef } of one.refs) secrets.setAside(secretRef, true);
      const timer = setTimeout(() => {
        forget(answerId);
        tell();
      }, RESTORABLE_MS);
      timer.unref();
      dismissed.set(answerId, { one, untilMs: Date.now() + RESTORABLE_MS, timer });
      tell();
    },
    restore: (answerId) => {
      const off = dismissed.get(answerId);
      if (off === undefined) return find(answerId).view;
      clearTimeout(off.timer);
      dismissed.delete(answerId);
      for (const { secretRef } of off.one.refs) secrets.setAside(secretRef, false);
      held.set(answerId, off.one);
      tell();
      return off.one.view;
    },
    discard: (answerIds) => {
      for (const answerId of answerIds) forget(answerId);
      tell();
    },
    forgetDismissed: (ofSession) => {
      const forgotten = [...dismissed].filter(([, { one }]) => ofSession(one.taken.sessionId));
      for (const [answerId] of forgotten) forget(answerId);
      if (forgotten.length > 0) tell();
    },
    lockSession: (sessionId) => {
      for (const [answerId, { taken }] of [...held])
        if (!taken.once && (taken.sessionId ?? sessionId) === sessionId) forget(answerId);
    },
    count: () => heldOnce().length,
    full: () => (isFull() ? noRoom : undefined),
    keep,
    opened: find,
    holds: (answerId) => held.has(answerId) || dismissed.has(answerId),
  };
}

/** Bytes of the body and of what is known of it, roughly; a large body is not made a text for it. */
function sizeOf({ taken: { answer }, prepared: { tree } }: Pick<StoredAnswer, 'taken' | 'prepared'>): number {
  const ofTree = tree === undefined ? 0 : 7 * tree.parent.byteLength + tree.replaced.byteLength;
  return (answer.large?.bytes.length ?? answer.text.length) + ofTree;
}

function bodyOf({ answer, method, path, values }: NewAnswer): AnswerBody {
  return { text: answer.text, binary: answer.bytes !== undefined, method, path, values };
}

function summaryOf({ view: { answerId, sessionId, title, path, at } }: StoredAnswer): AnswerSummary {
  return { answerId, title, path, at, ...(sessionId === undefined ? {} : { sessionId }) };
}

/**
 * The credentials in the text at a pointer, by what may be seen of it; undefined where it holds none. What is too deep or
 * too far down for a reference of its own still counts as one of the answer's.
 */
export function credentialsBelow(
  { view, refs }: Pick<StoredAnswer, 'view' | 'refs'>,
  pointer: string,
  visibility: Visibility,
  byNow: boolean,
): readonly SecretRef[] | undefined {
  const below = view.rows.flatMap(({ pointer: at, credential }) =>
    credential !== undefined && (at === pointer || at.startsWith(`${pointer}/`)) ? [credential] : [],
  );
  if (below.length > 0) return below;
  const whole = visibility === 'structure' && view.rowsLeftOut > 0;
  return visibility === 'credential' || visibility === 'below' || whole || byNow ? refs : undefined;
}

/** Adds a credential to those found; the reference stands for it by its number until it is put away. */
export function numberedRef(
  found: FoundCredential[],
  { kind, itself }: Pick<PreparedCredential, 'kind' | 'itself'>,
  secret: string,
): SecretRef {
  found.push({ kind, itself, secret });
  return { secretRef: String(found.length - 1), kind, length: secret.length, since: '' };
}

function withRefs(view: AnswerView, refs: readonly SecretRef[]): AnswerView {
  const real = <T extends { readonly secretRef: string }>(ref: T): SecretRef | T =>
    refs[Number(ref.secretRef)] ?? ref;
  return {
    ...view,
    rows: view.rows.map((row) =>
      row.credential === undefined ? row : { ...row, credential: real(row.credential) },
    ),
    ...(view.wrap === undefined ? {} : { wrap: { ...view.wrap, token: real(view.wrap.token) } }),
    ...(view.login === undefined ? {} : { login: { ...view.login, token: real(view.login.token) } }),
  };
}

/** A value that may cross to the page. Throws `forbidden` for a credential. */
export function revealed(value: string, visibility: Visibility, { form }: Pick<SeenBody, 'form'>): string {
  if (visibility === 'structure') throw noValue('Objects and lists are revealed value by value, or as JSON.');
  if (visibility !== 'credential' && visibility !== 'below') return value;
  throw new AppFailure({
    kind: 'forbidden',
    message:
      form === 'text'
        ? 'This response contains a credential that Strongroom uses, such as your token. It is not shown here.'
        : 'This is a credential. It is not shown here.',
    hint: 'Copy it, or open it in the secure prompt.',
  });
}

function notAgreed(): AppFailure {
  return new AppFailure({
    kind: 'forbidden',
    message: 'Nobody has copied, saved or seen this one-time result yet. It was kept.',
  });
}

function noValue(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'pointer', message });
}
