/** What can be done with the answers that main holds, and what is put away of each. */
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
  /** Throws `invalid-input` where it is no longer held, as do all that follow. */
  readonly view: (answerId: string) => AnswerView;
  /** Those that exist once, newest first. */
  readonly list: () => readonly AnswerSummary[];
  /** The same, then those whose dismissal can still be taken back. */
  readonly listWithDismissed: () => readonly AnswerSummary[];
  /** Those that exist once, and those that no person has dismissed: what an end of the app would lose. */
  readonly listAtRisk: () => readonly AnswerSummary[];
  /** One value as JSON text; `forbidden` for a credential. */
  readonly reveal: (answerId: string, pointer: string) => string;
  /** Every hidden value as JSON text by its pointer, each as if revealed; none that is a credential. */
  readonly revealAll: (answerId: string) => readonly (readonly [pointer: string, rawJson: string])[];
  /** One value as text to copy, a credential too; objects and lists as JSON. */
  readonly textAt: (answerId: string, pointer: string) => string;
  /** The credentials that are in such a text; undefined where it holds none. */
  readonly credentialsAt: (answerId: string, pointer: string) => readonly SecretRef[] | undefined;
  /** Notes that a value of it was copied; of one that is gone nothing. */
  readonly noteSeen: (answerId: string) => void;
  /** Notes the same of a value that is about to be shown, once the page has it. */
  readonly noteShown: (answerId: string) => void;
  /** The whole, indented; credentials hidden. */
  readonly raw: (answerId: string, reveal: boolean) => string;
  /** What the server sent, for a file. */
  readonly original: (answerId: string) => Buffer;
  /** The client token in it; throws `invalid-input` where there is none. */
  readonly clientTokenOf: (answerId: string) => string;
  /** Whose answer it is, dismissed or not; undefined where it is of no session or not held. */
  readonly sessionOf: (answerId: string) => string | undefined;
  /** Where it was answered, the session open or not; undefined where that is not known. */
  readonly targetOf: (answerId: string) => ConnectionTarget | undefined;
  /** What would be lost with it; undefined where a person has all of it, or it can be had again. */
  readonly losing: (answerId: string) => Losing | undefined;
  /** Notes that it was saved to a file, adopted or used up as a whole: there is nothing to lose any more. */
  readonly noteTaken: (answerId: string) => void;
  /**
   * Takes it off the list. One that exists once can be restored for ten minutes, and without an end where nobody has pressed
   * or clicked anything (`by`); where something would be lost with it, it takes an agreement. One that is not held any more
   * is left be. Throws `forbidden` without the agreement.
   */
  readonly dismiss: (answerId: string, by?: Agreement | 'gesture') => void;
  /** Takes a dismissal back. Throws `invalid-input` where it is too late. */
  readonly restore: (answerId: string) => AnswerView;
  /** Forgets answers for good, the dismissed among them. */
  readonly discard: (answerIds: readonly string[], agreement: Agreement) => void;
  /** Forgets for good what was dismissed, where `ofSession` says so: somebody else is about to see the list. */
  readonly forgetDismissed: (ofSession: (sessionId: string | undefined) => boolean) => void;
  /** Forgets what can be had again, also of servers that nobody has logged in to. */
  readonly lockSession: (sessionId: string) => void;
  /** How many are at risk. */
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
  /** Calls a note once the page has the answer of the running call as it was given; without it at once. */
  readonly onceAnswered?: (note: () => void) => void;
  /** Told of every answer once it is held. */
  readonly onStored?: (view: AnswerView) => void;
}

/** What nobody has copied, saved or seen yet of an answer that exists once. */
export interface Losing {
  readonly title: string;
  readonly path: string;
  /** Credentials in it, and how many of them nobody has. */
  readonly credentials: number;
  readonly untaken: number;
}

/** An answer as it is put away. */
export interface StoredAnswer {
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
