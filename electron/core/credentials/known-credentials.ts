/**
 * Every credential that main holds, by whoever holds it: sessions, the store of credentials, the environment, what a
 * person has just typed. Holders tell it what they take and let go; nobody can read one back. The gate on the way out
 * and the answers ask it whether a text holds one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { CredentialIndex } from './credential-index.ts';
import type { KnownCredential } from './credential-index.ts';

export interface Keeping {
  readonly kind?: SecretKind;
  /** False for what an answer that can be had again has shown; true unless told. */
  readonly inUse?: boolean;
}

export interface KnownCredentials {
  /** Knows these until the holder lets go; empty ones are none. */
  readonly keep: (secrets: Iterable<string>, keeping?: Keeping) => () => void;
  /** Knows one until the running call has ended and what it says has left; outside of any, for ever. */
  readonly note: (secret: string) => void;
  /** Runs a call, after which what it has noted is forgotten. */
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
  /** Whether nothing may be left of what holders let go, of what they did before too: while the app is locked. */
  readonly forgetAtOnce: (atOnce: boolean) => void;
  readonly index: Omit<CredentialIndex, 'add' | 'remove' | 'list' | 'forgetAtOnce'>;
  /** Everything known, to be handed to a worker. */
  readonly list: () => readonly KnownCredential[];
}

interface CredentialUse {
  readonly kind: SecretKind;
  inUse: number;
  seen: number;
}

/** Knows nothing yet. */
export function createKnownCredentials(): KnownCredentials {
  const index = new CredentialIndex();
  const uses = new Map<string, CredentialUse>();
  const call = new AsyncLocalStorage<(() => void)[]>();

  function count(secret: string, { kind = 'other', inUse = true }: Keeping, by: 1 | -1): void {
    const one = uses.get(secret) ?? { kind, inUse: 0, seen: 0 };
    const wasInUse = one.inUse > 0;
    if (inUse) one.inUse += by;
    else one.seen += by;
    if (one.inUse + one.seen === 0) {
      uses.delete(secret);
      index.remove(secret);
    } else if (!uses.has(secret) || wasInUse !== one.inUse > 0) {
      uses.set(secret, one);
      index.add({ secret, kind: one.kind, inUse: one.inUse > 0 });
    }
  }

  function keep(secrets: Iterable<string>, keeping: Keeping = {}): () => void {
    const taken = [...new Set(secrets)].filter((secret) => secret !== '');
    for (const secret of taken) count(secret, keeping, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const secret of taken) count(secret, keeping, -1);
      // What was made during a call, a pipe for one, keeps that call's context and so this function for as long as it lives.
      taken.length = 0;
    };
  }

  return {
    keep,
    note: (secret) => {
      const release = keep([secret]);
      call.getStore()?.push(release);
    },
    during: async (work) => {
      const releases: (() => void)[] = [];
      try {
        return await call.run(releases, work);
      } finally {
        for (const release of releases.splice(0)) release();
      }
    },
    forgetAtOnce: (atOnce) => {
      index.forgetAtOnce(atOnce);
    },
    index,
    list: () => index.list(),
  };
}
