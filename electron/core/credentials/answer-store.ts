/** Operations on the answers that main holds, and the data stored for each. */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerSummary, AnswerView } from '../../../shared/vault/answer.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { Agreement } from './agreement.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import type { PreparedCredential, SeenBody } from './prepare-answer.ts';
import type { SecretStore } from './secrets.ts';

export interface AnswerStore {
  readonly hold: (taken: NewAnswer) => AnswerView;
  /** Throws `invalid-input` if the answer is no longer held, as do the methods below. */
  readonly view: (answerId: string) => AnswerView;
  /** One-time answers, which cannot be requested again, newest first. */
  readonly list: () => readonly AnswerSummary[];
  /** The same, followed by dismissed ones that can still be restored. */
  readonly listWithDismissed: () => readonly AnswerSummary[];
  /** One-time answers, and those dismissed without the user: lost if the app ends. */
  readonly listAtRisk: () => readonly AnswerSummary[];
  /** One value as JSON text; `forbidden` for a credential. */
  readonly reveal: (answerId: string, pointer: string) => string;
  /** Every hidden value as JSON text by its pointer, each as if revealed; credentials are left out. */
  readonly revealAll: (answerId: string) => readonly (readonly [pointer: string, rawJson: string])[];
  /** One value as text to copy, even a credential; objects and lists as JSON. */
  readonly textAt: (answerId: string, pointer: string) => string;
  /** Credentials in such a text; undefined if it holds none. */
  readonly credentialsAt: (answerId: string, pointer: string) => readonly SecretRef[] | undefined;
  /** Notes that a value of it was copied; ignored if the answer is gone. */
  readonly noteSeen: (answerId: string) => void;
  /** Notes that a value was shown, once the page has it. */
  readonly noteShown: (answerId: string) => void;
  /** Whole body, indented; credentials hidden. */
  readonly raw: (answerId: string, reveal: boolean) => string;
  /** Bytes that the server sent, for a file. */
  readonly original: (answerId: string) => Buffer;
  /** Client token in it; throws `invalid-input` if it has none. */
  readonly clientTokenOf: (answerId: string) => string;
  /** Session of an answer, dismissed or not; undefined if it has none or is not held. */
  readonly sessionOf: (answerId: string) => string | undefined;
  /** Server that answered, even if the session is closed; undefined if not known. */
  readonly targetOf: (answerId: string) => ConnectionTarget | undefined;
  /** Loss that a dismissal would cause; undefined if the user has all of it, or it can be requested again. */
  readonly losing: (answerId: string) => Losing | undefined;
  /** Notes that it was saved to a file, adopted or used up as a whole, so a dismissal loses nothing. */
  readonly noteTaken: (answerId: string) => void;
  /**
   * Takes it off the list. A one-time answer can be restored for ten minutes, and without a limit if the user has not
   * pressed or clicked anything (`by`); if that would lose something, it takes an agreement. Does nothing for an
   * answer that is no longer held. Throws `forbidden` without the agreement.
   */
  readonly dismiss: (answerId: string, by?: Agreement | 'gesture') => void;
  /** Undoes a dismissal. Throws `invalid-input` if it is too late. */
  readonly restore: (answerId: string) => AnswerView;
  /** Drops answers for good, dismissed ones included. */
  readonly discard: (answerIds: readonly string[], agreement: Agreement) => void;
  /** Drops dismissed answers for good if `ofSession` is true: another user is about to see the list. */
  readonly forgetDismissed: (ofSession: (sessionId: string | undefined) => boolean) => void;
  /** Drops repeatable answers, also of servers without a login. */
  readonly lockSession: (sessionId: string) => void;
  /** Number of answers at risk. */
  readonly count: () => number;
  /** Reason to refuse another one-time answer; undefined if it has room. Checked before a request is sent. */
  readonly full: () => AppError | undefined;
  /** Stores an answer with its view; a second call with the same id replaces it. */
  readonly keep: (taken: NewAnswer, view: AnswerView, inside: Inside) => AnswerView;
  /** The original answer, with the visibility of its values. */
  readonly opened: (answerId: string) => Pick<StoredAnswer, 'taken' | 'prepared' | 'view' | 'refs'>;
  /** True if it is held, on the list or dismissed. */
  readonly holds: (answerId: string) => boolean;
}

/** Credential that an answer brought. */
export interface FoundCredential extends Pick<PreparedCredential, 'kind' | 'itself'> {
  readonly secret: string;
}

/** Visibility of an answer's values, and its credentials in the order of their references. */
export interface Inside {
  readonly prepared: SeenBody;
  readonly found: readonly FoundCredential[];
}

export interface AnswerStoreParts {
  readonly secrets: SecretStore;
  readonly known: Pick<KnownCredentials, 'index'>;
  /** Called whenever the list of one-time answers has changed. */
  readonly changed: (list: readonly AnswerSummary[]) => void;
  /** Server of a session; undefined if it is not open. */
  readonly targetOf?: (sessionId: string) => ConnectionTarget | undefined;
  /** Runs a note once the page has the answer of the running call unchanged; without it notes run at once. */
  readonly onceAnswered?: (note: () => void) => void;
  /** Called with every stored answer. */
  readonly onStored?: (view: AnswerView) => void;
}

/** Parts of a one-time answer that were never copied, saved or seen. */
export interface Losing {
  readonly title: string;
  readonly path: string;
  /** Number of credentials in it; `untaken`: those never copied, saved or seen. */
  readonly credentials: number;
  readonly untaken: number;
}

/** Stored answer. */
export interface StoredAnswer {
  readonly taken: NewAnswer;
  readonly view: AnswerView;
  readonly target: ConnectionTarget | undefined;
  /** Values that were credentials on arrival stay so. */
  readonly prepared: SeenBody;
  readonly refs: readonly SecretRef[];
  /** The user has all of it, or it is used up. */
  had: boolean;
  /** True once a value of it was revealed or copied. */
  seen: boolean;
}
