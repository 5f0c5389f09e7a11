/**
 * The one store of credentials that a screen may point at. A credential goes in and a card (`SecretRef`) comes out; the
 * card crosses to the renderer, the credential never does. What serves a card (copy, show in the trusted view) asks
 * here by its name. A session's credentials go with it; what an answer that exists once has brought outlives a lock and
 * the end of its session, until the answer is dismissed.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { secretFields } from '../../../shared/vault/secret-fields.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SecretKind, SecretRef } from '../../../shared/vault/secret-ref.ts';

export interface SecretStore {
  /** Takes hold of a credential; the same one of the same kind gets the same card. */
  readonly hold: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  /** As `hold`, for what a person has typed to be sent; its card is no other's, even where the text is the same. */
  readonly holdTyped: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  readonly isTyped: (secretRef: string) => boolean;
  /**
   * As `hold`, for a held answer: a card of its own, so that dismissing the answer takes no card from anybody else.
   * `once`: it stays until it is dismissed, over a lock and the end of its session.
   */
  readonly holdAnswer: (sessionId: string, kind: SecretKind, secret: string, once?: boolean) => SecretRef;
  /** The credential and its card. Throws `invalid-input` where it is no longer held. */
  readonly read: (secretRef: string) => { readonly secret: string; readonly card: SecretRef };
  /** Whose credential it is; undefined where it is not held. */
  readonly sessionOf: (secretRef: string) => string | undefined;
  /** Everybody for whom a credential is held. */
  readonly ownersOf: (secret: string) => readonly string[];
  readonly dismiss: (secretRef: string) => void;
  /** Forgets what can be had again, as a lock does. */
  readonly lockSession: (sessionId: string) => void;
  /** Forgets what is of a session, save what answers that exist once have brought. */
  readonly dismissSession: (sessionId: string) => void;
  /** Forgets what can be had again of servers that nobody has logged in to, and what was typed for no session. */
  readonly lockVisits: () => void;
  /** Everything that is held now. */
  readonly held: () => ReadonlyMap<string, SecretKind>;
  /** A copy of a parsed answer in which every credential is a card. */
  readonly withRefs: (sessionId: string, answer: unknown) => unknown;
}

/**
 * Whose a credential is that was taken for a server without a login: it is bound to this target, so that it goes to
 * nowhere but where a person has confirmed.
 */
export function visitorOf(target: ConnectionTarget): string {
  return VISIT + JSON.stringify(target);
}

const VISIT = 'visit ';

/** The target of such an owner; undefined for a session, and for what was typed for none. */
export function targetOfVisitor(owner: string): ConnectionTarget | undefined {
  return owner.startsWith(VISIT) ? (JSON.parse(owner.slice(VISIT.length)) as ConnectionTarget) : undefined;
}

/**
 * The store as requests of one session may use it: a broken page cannot have the credential of one server sent to
 * another by its card. Reading one that is another's throws `invalid-input`.
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
        message: 'This credential belongs to another connection. Nothing was sent.',
        hint: 'Copy it, and type it for this one.',
      });
    },
  };
}

interface Held {
  readonly once: boolean;
  readonly from: 'anywhere' | 'answer' | 'person';
  readonly sessionId: string;
  readonly secret: string;
  readonly card: SecretRef;
}

/** What stands where a credential was repeated in some other text. */
const HIDDEN = '[hidden]';

/** Shorter texts are words; looking for them in other texts would hide half the answer. */
export const SHORTEST_REPEATED = 8;

/** Makes an empty store. */
export function createSecretStore(): SecretStore {
  const held = new Map<string, Held>();

  function add(sessionId: string, kind: SecretKind, secret: string, more: Partial<Held>): SecretRef {
    const card: SecretRef = {
      secretRef: randomUUID(),
      kind,
      length: secret.length,
      since: new Date().toISOString(),
    };
    held.set(card.secretRef, { once: false, from: 'anywhere', sessionId, secret, card, ...more });
    return card;
  }

  function holdFrom(
    from: 'anywhere' | 'person',
    sessionId: string,
    kind: SecretKind,
    secret: string,
  ): SecretRef {
    for (const one of held.values()) {
      if (one.sessionId === sessionId && one.from === from && one.card.kind === kind && one.secret === secret)
        return one.card;
    }
    return add(sessionId, kind, secret, { from });
  }

  function hold(sessionId: string, kind: SecretKind, secret: string): SecretRef {
    return holdFrom('anywhere', sessionId, kind, secret);
  }

  function forget(which: (one: Held) => boolean): void {
    for (const [secretRef, one] of held) if (!one.once && which(one)) held.delete(secretRef);
  }

  return {
    hold,
    holdTyped: (sessionId, kind, secret) => holdFrom('person', sessionId, kind, secret),
    isTyped: (secretRef) => held.get(secretRef)?.from === 'person',
    holdAnswer: (sessionId, kind, secret, once = true) =>
      add(sessionId, kind, secret, { once, from: 'answer' }),
    read: (secretRef) => {
      const one = held.get(secretRef);
      if (one === undefined) {
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'secretRef',
          message: 'This credential is no longer held.',
          hint: 'Ask the server for it again.',
        });
      }
      return one;
    },
    sessionOf: (secretRef) => held.get(secretRef)?.sessionId,
    ownersOf: (secret) => [...held.values()].flatMap((one) => (one.secret === secret ? [one.sessionId] : [])),
    dismiss: (secretRef) => void held.delete(secretRef),
    lockSession: (sessionId) => forget((one) => one.sessionId === sessionId),
    dismissSession: (sessionId) => forget((one) => one.sessionId === sessionId),
    lockVisits: () => forget((one) => one.sessionId === '' || one.sessionId.startsWith(VISIT)),
    held: () => new Map([...held.values()].map(({ secret, card }) => [secret, card.kind])),
    withRefs: (sessionId, answer) => {
      const found = new Set<string>();
      const carded = cardSecrets(answer, (kind, secret) => {
        found.add(secret);
        return hold(sessionId, kind, secret);
      });
      const repeated = [...found].filter((secret) => secret.length >= SHORTEST_REPEATED);
      return hideRepeated(
        carded,
        repeated.sort((a, b) => b.length - a.length),
      );
    },
  };
}

type Hold = (kind: SecretKind, secret: string) => SecretRef;

function cardSecrets(value: unknown, hold: Hold): unknown {
  if (Array.isArray(value)) return value.map((item) => cardSecrets(item, hold));
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (key, member) => {
    const kind = key === 'id' && isTokenLookup(value) ? 'token-id' : secretFields.get(key);
    return kind === undefined ? cardSecrets(member, hold) : cardAll(member, kind, hold);
  });
}

/** Every text below a credential field is taken for a credential, however deep it lies. */
function cardAll(value: unknown, kind: SecretKind, hold: Hold): unknown {
  if (typeof value === 'string') return value === '' ? '' : hold(kind, value);
  if (typeof value === 'number' || typeof value === 'bigint') return hold(kind, String(value));
  if (Array.isArray(value)) return value.map((item) => cardAll(item, kind, hold));
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (_key, member) => cardAll(member, kind, hold));
}

/** Whether an object is a token's own description, by the names of its members: the only one whose plain `id` is the credential. */
export function saysToken(has: (name: string) => boolean): boolean {
  return has('accessor') && (has('creation_ttl') || has('num_uses') || has('policies'));
}

function isTokenLookup(value: object): boolean {
  return saysToken((name) => name in value);
}

function hideRepeated(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  }
  if (Array.isArray(value)) return value.map((item) => hideRepeated(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const hidden: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    define(hidden, hideRepeated(key, secrets) as string, hideRepeated(member, secrets));
  }
  return hidden;
}

function mapMembers(value: object, map: (key: string, member: unknown) => unknown): object {
  const mapped: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) define(mapped, key, map(key, member));
  return mapped;
}

/** Sets a member as data even where it is named `__proto__`. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
