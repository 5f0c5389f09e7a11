/**
 * The one store of credentials that a screen may point at. A credential goes in and a card (`SecretRef`) comes out; the
 * card crosses to the renderer, the credential never does. What serves a card (copy, show in the trusted view) asks
 * here by its name. A session's credentials go with it; an answer that exists once outlives a lock, and is counted so
 * that nobody quits without knowing.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { SecretKind, SecretRef } from '../../shared/vault/secret-ref.ts';

export interface SecretStore {
  /** Takes hold of a credential; the same one of the same kind gets the same card. */
  readonly hold: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  /** As `hold`, for an answer that exists once: it stays until a person dismisses it or the session is closed. */
  readonly holdAnswer: (sessionId: string, kind: SecretKind, secret: string) => SecretRef;
  /** The credential and its card. Throws `invalid-input` where it is no longer held. */
  readonly read: (secretRef: string) => { readonly secret: string; readonly card: SecretRef };
  /** Whose credential it is; undefined where it is not held. */
  readonly sessionOf: (secretRef: string) => string | undefined;
  readonly dismiss: (secretRef: string) => void;
  /** Forgets what can be had again, as a lock does. */
  readonly lockSession: (sessionId: string) => void;
  /** Forgets all that is of a session. */
  readonly dismissSession: (sessionId: string) => void;
  /** Answers that exist once and have not been dismissed. */
  readonly heldAnswers: () => number;
  /** A copy of a parsed answer in which every credential is a card. */
  readonly withRefs: (sessionId: string, answer: unknown) => unknown;
}

interface Held {
  readonly once: boolean;
  readonly sessionId: string;
  readonly secret: string;
  readonly card: SecretRef;
}

/** Fields whose text (or list of texts) is a credential wherever it stands in an answer. */
const secretFields: ReadonlyMap<string, SecretKind> = new Map<string, SecretKind>([
  ['client_token', 'client-token'],
  ['token', 'wrapping-token'],
  ['secret_id', 'secret-id'],
  ['key', 'key-share'],
  ['keys', 'key-share'],
  ['keys_base64', 'key-share'],
  ['recovery_keys', 'key-share'],
  ['recovery_keys_base64', 'key-share'],
  ['unseal_keys_b64', 'key-share'],
  ['unseal_keys_hex', 'key-share'],
  ['root_token', 'root-token'],
  ['encoded_token', 'root-token'],
  ['encoded_root_token', 'root-token'],
  ['otp', 'otp'],
  ['private_key', 'private-key'],
  ['password', 'password'],
  ['passphrase', 'password'],
  ['secret_key', 'password'],
  ['security_token', 'other'],
  ['session_token', 'other'],
  ['jwt', 'other'],
]);

/** What stands where a credential was repeated in some other text. */
const HIDDEN = '[hidden]';

/** Shorter texts are words; looking for them in other texts would hide half the answer. */
const SHORTEST_REPEATED = 8;

/** Makes an empty store. */
export function createSecretStore(): SecretStore {
  const held = new Map<string, Held>();

  function hold(sessionId: string, kind: SecretKind, secret: string, once = false): SecretRef {
    for (const one of held.values()) {
      if (one.sessionId !== sessionId || one.card.kind !== kind || one.secret !== secret) continue;
      if (once) held.set(one.card.secretRef, { ...one, once });
      return one.card;
    }
    const card: SecretRef = {
      secretRef: randomUUID(),
      kind,
      length: secret.length,
      since: new Date().toISOString(),
    };
    held.set(card.secretRef, { once, sessionId, secret, card });
    return card;
  }

  return {
    hold: (sessionId, kind, secret) => hold(sessionId, kind, secret),
    holdAnswer: (sessionId, kind, secret) => hold(sessionId, kind, secret, true),
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
    dismiss: (secretRef) => void held.delete(secretRef),
    lockSession: (sessionId) => {
      for (const [secretRef, one] of held)
        if (one.sessionId === sessionId && !one.once) held.delete(secretRef);
    },
    heldAnswers: () => [...held.values()].filter(({ once }) => once).length,
    dismissSession: (sessionId) => {
      for (const [secretRef, one] of held) if (one.sessionId === sessionId) held.delete(secretRef);
    },
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

/** A token's own description: the only answer whose plain `id` is the credential. */
function isTokenLookup(value: object): boolean {
  return 'accessor' in value && ('creation_ttl' in value || 'num_uses' in value || 'policies' in value);
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
