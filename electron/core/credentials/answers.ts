/**
 * The answers that screens look at while main holds them. A value crosses when a person reveals it, a credential never
 * does. An answer that exists once is kept until a person dismisses it: over a lock (unseen), over a crash of the page,
 * and over the end of its session; a quit asks.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerSummary, AnswerView } from '../../../shared/vault/answer.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { clientTokenOf } from '../../vault/api/login.ts';
import { viewOf } from './answer-view.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import { holdsCredential, maskedText, prepareWith, valueAt } from './prepare-answer.ts';
import type { AnswerBody, PreparedAnswer } from './prepare-answer.ts';
import { visitorOf } from './secrets.ts';
import type { SecretStore } from './secrets.ts';

export interface AnswerStore {
  readonly hold: (taken: NewAnswer) => AnswerView;
  /** Throws `invalid-input` where it is no longer held, as do all that follow. */
  readonly view: (answerId: string) => AnswerView;
  /** Those that exist once, newest first. */
  readonly list: () => readonly AnswerSummary[];
  /** One value as JSON text; `forbidden` for a credential. */
  readonly reveal: (answerId: string, pointer: string) => string;
  /** One value as text to copy, a credential too; objects and lists as JSON. */
  readonly textAt: (answerId: string, pointer: string) => string;
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
  /** Forgets it, its text and its cards; one that is not held any more is left be. */
  readonly dismiss: (answerId: string) => void;
  /** Forgets what can be had again, also of servers that nobody has logged in to. */
  readonly lockSession: (sessionId: string) => void;
  readonly count: () => number;
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

interface Held {
  readonly taken: NewAnswer;
  readonly view: AnswerView;
  readonly target: ConnectionTarget | undefined;
  /** What was a credential when it came stays one. */
  readonly prepared: PreparedAnswer;
  readonly cards: readonly SecretRef[];
}

/** Bounds of what can be had again: the oldest go first. */
const MOST_AGAIN = 60;
const MOST_AGAIN_CHARACTERS = 64 * 1024 * 1024;

/** Makes an empty store. */
export function createAnswerStore(parts: AnswerStoreParts): AnswerStore {
  const { secrets, changed, targetOf } = parts;
  const { index } = parts.known;
  /** Oldest first. */
  const held = new Map<string, Held>();

  function find(answerId: string): Held {
    const one = held.get(answerId);
    if (one !== undefined) return one;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'answerId',
      message: 'This answer is no longer held.',
      hint: 'Ask the server again, where it can be asked twice.',
    });
  }

  function forget(answerId: string): void {
    const one = held.get(answerId);
    held.delete(answerId);
    for (const { secretRef } of one?.cards ?? []) secrets.dismiss(secretRef);
  }

  function list(): readonly AnswerSummary[] {
    return [...held.values()]
      .filter(({ taken }) => taken.once)
      .reverse()
      .map(({ view: { answerId, sessionId, title, path, at } }) => ({
        ...{ answerId, title, path, at },
        ...(sessionId === undefined ? {} : { sessionId }),
      }));
  }

  /** A text of unknown shape that came before the credential in it was known. */
  function isCredentialByNow({ taken, prepared }: Held): boolean {
    return prepared.form === 'text' && holdsCredential(bodyOf(taken), index);
  }

  function makeRoom(): void {
    const again = [...held].filter(([, { taken }]) => !taken.once).reverse();
    let characters = 0;
    for (const [index, [answerId, { taken }]] of again.entries()) {
      characters += taken.answer.text.length;
      // The newest stays, however long it is.
      if (index > 0 && (index >= MOST_AGAIN || characters > MOST_AGAIN_CHARACTERS)) forget(answerId);
    }
  }

  return {
    hold: (taken) => {
      const target =
        taken.target ?? (taken.sessionId === undefined ? undefined : targetOf?.(taken.sessionId));
      const owner = taken.sessionId ?? (target === undefined ? '' : visitorOf(target));
      const prepared = prepareWith(bodyOf(taken), index);
      const cards: SecretRef[] = [];
      const view = viewOf(taken, prepared, index, ({ kind, itself }, secret) => {
        const card = secrets.holdAnswer(owner, kind, secret, { once: taken.once, itself });
        cards.push(card);
        return card;
      });
      held.set(view.answerId, { taken, view, target, prepared, cards });
      if (taken.once) changed(list());
      else makeRoom();
      parts.held?.(view);
      return view;
    },
    view: (answerId) => find(answerId).view,
    list,
    reveal: (answerId, pointer) => {
      const one = find(answerId);
      const { value, sight } = valueAt(one.taken.answer.text, one.prepared, pointer);
      if (sight === 'structure')
        throw noValue('Objects and lists are revealed value by value, or with the whole answer as text.');
      if (sight !== 'credential' && sight !== 'below' && !isCredentialByNow(one)) return value;
      throw new AppFailure({
        kind: 'forbidden',
        message:
          one.prepared.form === 'text'
            ? 'This answer holds a credential that Strongroom has in use, such as your token. It is not shown here.'
            : 'This is a credential: it is not shown here.',
        hint: 'Copy it, or open it in the secure prompt.',
      });
    },
    textAt: (answerId, pointer) => {
      const { taken, prepared } = find(answerId);
      return valueAt(taken.answer.text, prepared, pointer).copied;
    },
    raw: (answerId, reveal) => {
      const one = find(answerId);
      return maskedText(one.taken.answer.text, one.prepared, reveal && !isCredentialByNow(one));
    },
    original: (answerId) => {
      const { answer } = find(answerId).taken;
      return answer.bytes ?? Buffer.from(answer.text, 'utf8');
    },
    clientTokenOf: (answerId) => {
      const token = clientTokenOf(find(answerId).taken.answer);
      if (token === '') throw noValue('There is no client token in this answer.');
      return token;
    },
    sessionOf: (answerId) => held.get(answerId)?.taken.sessionId,
    targetOf: (answerId) => find(answerId).target,
    dismiss: (answerId) => {
      const once = held.get(answerId)?.taken.once === true;
      forget(answerId);
      if (once) changed(list());
    },
    lockSession: (sessionId) => {
      for (const [answerId, { taken }] of [...held])
        if (!taken.once && (taken.sessionId ?? sessionId) === sessionId) forget(answerId);
    },
    count: () => list().length,
  };
}

function bodyOf({ answer, method, path, values }: NewAnswer): AnswerBody {
  return { text: answer.text, binary: answer.bytes !== undefined, method, path, values };
}

function noValue(message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field: 'pointer', message });
}
