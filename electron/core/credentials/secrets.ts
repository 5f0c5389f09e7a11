/**
 * The only store of credentials that a screen can refer to. A credential goes in and a reference (`SecretRef`) comes
 * out; the reference crosses to the renderer, the credential never does. Code that acts on a reference (copying,
 * showing in the secure prompt) resolves it here. A session's credentials end with it; one that a one-time answer
 * brought outlives a lock and the end of its session, until the answer is dismissed.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { KnownCredentials } from './known-credentials.ts';

export interface SecretStore {
  /** Stores a credential; the same one of the same kind gets the same reference. */
  readonly hold: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  /**
   * Works like `hold`, for input typed for a request; its reference differs from those by `hold` for the same text.
   */
  readonly holdTyped: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  readonly isTyped: (secretRef: string) => boolean;
  /** Works like `hold`, for a stored answer: with its own reference, so dismissing the answer affects no other. */
  readonly holdAnswer: (
    sessionId: string,
    kind: SecretKind,
    secret: string,
    options: AnswerCredential,
  ) => SecretRef;
  /** Returns the credential and its reference. Throws `invalid-input` if it is no longer held. */
  readonly read: (secretRef: string) => { readonly secret: string; readonly credential: SecretRef };
  /** Session of a credential; undefined if it is not held. */
  readonly sessionOf: (secretRef: string) => string | undefined;
  /** Owners of all references to a credential. */
  readonly ownersOf: (secret: string) => readonly string[];
  /**
   * Drops a credential that the user typed or imported. Ignores the others: an answer's go with the answer, a
   * session's own token with the session.
   */
  readonly dismiss: (secretRef: string) => void;
  /** Drops a credential of a stored answer, with that answer. */
  readonly dismissOfAnswer: (secretRef: string) => void;
  /** Disables a reference while its answer is dismissed; it still counts as held. */
  readonly setAside: (secretRef: string, aside: boolean) => void;
  /** Notes that the user has this credential now: copied, or read in the secure prompt. */
  readonly noteTaken: (secretRef: string) => void;
  /** True if the user has it, by this reference or another of the same credential. */
  readonly isTaken: (secretRef: string) => boolean;
  /** Drops repeatable credentials, as a lock does. */
  readonly lockSession: (sessionId: string) => void;
  /** Drops a session's credentials, except those of one-time answers. */
  readonly dismissSession: (sessionId: string) => void;
  /** Drops repeatable credentials of servers without a login, and input typed without a session. */
  readonly lockUnauthenticated: () => void;
}

/** Relation of a credential to its answer. */
export interface AnswerCredential {
  /** Stays until it is dismissed, across a lock and the end of its session. */
  readonly once: boolean;
  /** True if it is the credential; false if it only holds a known one. */
  readonly itself: boolean;
}

/** Owner of a credential for a server without a login: bound to a target, it goes only to a confirmed place. */
export function unauthenticatedOwner(target: ConnectionTarget): string {
  return UNAUTHENTICATED + JSON.stringify(target);
}

const UNAUTHENTICATED = 'unauthenticated ';

/** Returns the target of such an owner; undefined for a session, and for input typed without one. */
export function targetOfOwner(owner: string): ConnectionTarget | undefined {
  return owner.startsWith(UNAUTHENTICATED)
    ? (JSON.parse(owner.slice(UNAUTHENTICATED.length)) as ConnectionTarget)
    : undefined;
}

/**
 * Restricts the store to one session: a broken page cannot have the credential of one server sent to another by its
 * reference. Reading another session's throws `invalid-input`.
 */
export function ofSession(store: SecretStore, sessionId: string): SecretStore {
  return {
    ...store,
    read: (secretRef) => {
      const one = store.read(secretRef);
      if (store.sessionOf(secretRef) === sessionId) return one;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'secretRef',
        message: 'This credential belongs to another session. Nothing was sent.',
        hint: 'Copy it, and type it for this one.',
      });
    },
  };
}

/** Limit of typed credentials: they are sent soon, or given up. */
export const MOST_TYPED = 200;

interface StoredSecret {
  readonly once: boolean;
  /** True once the user has copied or read it. */
  readonly taken: boolean;
  readonly aside: boolean;
  readonly from: 'anywhere' | 'answer' | 'person';
  readonly sessionId: string;
  readonly secret: string;
  readonly credential: SecretRef;
  /** Removes it from the gates' registry. */
  readonly release: () => void;
}

/** Makes an empty store; its credentials are known to the gates. */
export function createSecretStore(known: Pick<KnownCredentials, 'keep'>): SecretStore {
  const stored = new Map<string, StoredSecret>();

  function add(
    sessionId: string,
    kind: SecretKind,
    secret: string,
    from: StoredSecret['from'],
    { once, itself }: AnswerCredential = { once: false, itself: true },
  ): SecretRef {
    const ref: SecretRef = {
      secretRef: randomUUID(),
      kind,
      length: secret.length,
      since: new Date().toISOString(),
    };
    const inUse = from !== 'answer' || once;
    const release = known.keep(itself ? [secret] : [], { kind, inUse });
    stored.set(ref.secretRef, {
      once,
      from,
      sessionId,
      secret,
      credential: ref,
      release,
      taken: false,
      aside: false,
    });
    return ref;
  }

  function drop(secretRef: string): void {
    stored.get(secretRef)?.release();
    stored.delete(secretRef);
  }

  function change(secretRef: string, changed: Partial<StoredSecret>): void {
    const one = stored.get(secretRef);
    if (one !== undefined) stored.set(secretRef, { ...one, ...changed });
  }

  function holdFrom(
    from: 'anywhere' | 'person',
    sessionId: string,
    kind: SecretKind,
    secret: string,
  ): SecretRef {
    for (const one of stored.values()) {
      if (
        one.sessionId === sessionId &&
        one.from === from &&
        one.credential.kind === kind &&
        one.secret === secret
      )
        return one.credential;
    }
    if (from === 'person' && [...stored.values()].filter((one) => one.from === 'person').length >= MOST_TYPED)
      throw new AppFailure({
        kind: 'invalid-request',
        message: `${String(MOST_TYPED)} typed credentials are waiting to be sent. This one was not kept.`,
        hint: 'Remove some of them from the request, or close the session.',
      });
    return add(sessionId, kind, secret, from);
  }

  function hold(sessionId: string, kind: SecretKind, secret: string): SecretRef {
    return holdFrom('anywhere', sessionId, kind, secret);
  }

  function forget(which: (one: StoredSecret) => boolean): void {
    for (const [secretRef, one] of stored) if (!one.once && which(one)) drop(secretRef);
  }

  return {
    hold,
    holdTyped: (sessionId, kind, secret) => holdFrom('person', sessionId, kind, secret),
    isTyped: (secretRef) => stored.get(secretRef)?.from === 'person',
    holdAnswer: (sessionId, kind, secret, options) => add(sessionId, kind, secret, 'answer', options),
    read: (secretRef) => {
      const one = stored.get(secretRef);
      if (one === undefined || one.aside) {
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'secretRef',
          message: 'This credential is gone.',
          hint: 'Ask the server for it again.',
        });
      }
      return one;
    },
    sessionOf: (secretRef) => stored.get(secretRef)?.sessionId,
    ownersOf: (secret) =>
      [...stored.values()].flatMap((one) => (one.secret === secret ? [one.sessionId] : [])),
    dismiss: (secretRef) => {
      const one = stored.get(secretRef);
      if (one?.from === 'person' || (one?.from === 'anywhere' && one.credential.kind === 'wrapping-token'))
        drop(secretRef);
    },
    dismissOfAnswer: (secretRef) => drop(secretRef),
    setAside: (secretRef, aside) => change(secretRef, { aside }),
    noteTaken: (secretRef) => change(secretRef, { taken: true }),
    isTaken: (secretRef) => {
      const secret = stored.get(secretRef)?.secret;
      return [...stored.values()].some((one) => one.taken && one.secret === secret);
    },
    lockSession: (sessionId) => forget((one) => one.sessionId === sessionId),
    dismissSession: (sessionId) => forget((one) => one.sessionId === sessionId),
    lockUnauthenticated: () =>
      forget((one) => one.sessionId === '' || one.sessionId.startsWith(UNAUTHENTICATED)),
  };
}
