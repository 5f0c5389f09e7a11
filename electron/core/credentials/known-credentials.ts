/**
 * Every credential that main holds, from every holder: sessions, the store of credentials, the environment, values
 * that the user has just typed. Holders report the ones they take and release; none can be read back. The gate on the
 * way out and the answers check texts against it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { CredentialIndex } from './credential-index.ts';
import type { KnownCredential } from './credential-index.ts';

export interface Keeping {
  readonly kind?: SecretKind;
  /** False for a credential seen in a repeatable answer; defaults to true. */
  readonly inUse?: boolean;
}

export interface KnownCredentials {
  /** Keeps these until the holder releases them; ignores empty ones. */
  readonly keep: (secrets: Iterable<string>, keeping?: Keeping) => () => void;
  /** Keeps one until the running call has ended and its result has left; outside a call, for good. */
  readonly note: (secret: string) => void;
  /** Runs a call and then forgets the credentials that it noted. */
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
  /** True while the app is locked: released credentials, earlier ones included, leave memory at once. */
  readonly forgetAtOnce: (atOnce: boolean) => void;
  readonly index: Omit<CredentialIndex, 'add' | 'remove' | 'list' | 'forgetAtOnce'>;
  /** All known credentials, for a worker. */
  readonly list: () => readonly KnownCredential[];
}

interface CredentialUse {
  readonly kind: SecretKind;
  inUse: number;
  seen: number;
}

/** Makes an empty registry. */
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
      // Emptied because objects made during a call, a pipe for one, keep its context and so this closure alive.
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
