/**
 * The one store of credentials that a screen may point at. A credential goes in and a reference (`SecretRef`) comes out; the
 * reference crosses to the renderer, the credential never does. What serves a reference (copy, show in the trusted view) asks
 * here by its name. A session's credentials go with it; what an answer that exists once has brought outlives a lock and
 * the end of its session, until the answer is dismissed.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { KnownCredentials } from './known-credentials.ts';

export interface SecretStore {
  /** Takes hold of a credential; the same one of the same kind gets the same reference. */
  readonly hold: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  /** As `hold`, for what a person has typed to be sent; its reference is no other's, even where the text is the same. */
  readonly holdTyped: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  readonly isTyped: (secretRef: string) => boolean;
  /** As `hold`, for a stored answer: a reference of its own, so that dismissing the answer takes no reference from anybody else. */
  readonly holdAnswer: (
    sessionId: string,
    kind: SecretKind,
    secret: string,
    options: AnswerCredential,
  ) => SecretRef;
  /** The credential and its reference. Throws `invalid-input` where it is no longer held. */
  readonly read: (secretRef: string) => { readonly secret: string; readonly credential: SecretRef };
  /** Whose credential it is; undefined where it is not held. */
  readonly sessionOf: (secretRef: string) => string | undefined;
  /** Everybody for whom a credential is held. */
  readonly ownersOf: (secret: string) => readonly string[];
  /**
   * Forgets what a person typed or took in. What an answer brought goes with the answer, and a session's own token with the
   * session: those are left be.
   */
  readonly dismiss: (secretRef: string) => void;
  /** Forgets what a stored answer brought, with that answer. */
  readonly dismissOfAnswer: (secretRef: string) => void;
  /** Hides a reference while its answer is dismissed, so that it serves nobody; it counts as held all the same. */
  readonly setAside: (secretRef: string, aside: boolean) => void;
  /** Notes that a person has this credential now: copied, or read in the trusted view. */
  readonly noteTaken: (secretRef: string) => void;
  /** Whether a person has it, by this reference or another of the same credential. */
  readonly isTaken: (secretRef: string) => boolean;
  /** Forgets what can be had again, as a lock does. */
  readonly lockSession: (sessionId: string) => void;
  /** Forgets what is of a session, save what answers that exist once have brought. */
  readonly dismissSession: (sessionId: string) => void;
  /** Forgets what can be had again of servers that nobody has logged in to, and what was typed for no session. */
  readonly lockUnauthenticated: () => void;
}

/** What a credential is to the answer that has brought it. */
export interface AnswerCredential {
  /** It stays until it is dismissed, over a lock and the end of its session. */
  readonly once: boolean;
  /** It is the credential; else it only holds one that is known. */
  readonly itself: boolean;
}

/**
 * Whose a credential is that was taken for a server without a login: it is bound to this target, so that it goes to
 * nowhere but where a person has confirmed.
 */
export function unauthenticatedOwner(target: ConnectionTarget): string {
  return UNAUTHENTICATED + JSON.stringify(target);
}

const UNAUTHENTICATED = 'unauthenticated ';

/** The target of such an owner; undefined for a session, and for what was typed for none. */
export function targetOfOwner(owner: string): ConnectionTarget | undefined {
  return owner.startsWith(UNAUTHENTICATED)
    ? (JSON.parse(owner.slice(UNAUTHENTICATED.length)) as ConnectionTarget)
    : undefined;
}

/**
 * The store as requests of one session may use it: a broken page cannot have the credential of one server sent to
 * another by its reference. Reading one that is another's throws `invalid-input`.
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

/** What a person types for requests is sent soon, or given up. */
export const MOST_TYPED = 200;

interface StoredSecret {
  readonly once: boolean;
  /** A person has copied or read it. */
  readonly taken: boolean;
  readonly aside: boolean;
  readonly from: 'anywhere' | 'answer' | 'person';
  readonly sessionId: string;
  readonly secret: string;
  readonly credential: SecretRef;
  /** Tells the gates that it is held no more. */
  readonly release: () => void;
}

/** Makes an empty store; what it holds is known to the gates. */
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
      ...{ once, from, sessionId, secret, credential: ref, release },
      ...{ taken: false, aside: false },
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
