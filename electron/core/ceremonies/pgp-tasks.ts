/** Reads public PGP keys in a worker, with limits of time and memory; never in main itself, even for a short key. */
import type { PgpKeyFacts } from '../../../shared/vault/ceremony.ts';
import { LARGE_BYTES } from '../../vault/http/body.ts';
import type { WorkOn } from '../../vault/work.ts';
import { readPgpKeys, usablePgpKeys } from './pgp-keys.ts';
import type { UsablePgpKey } from './pgp-keys.ts';

export const pgpTasks = {
  pgpKeysIn: ({ text }: { readonly text: string }): Promise<readonly PgpKeyFacts[]> => readPgpKeys(text),
  usablePgpKeysIn: ({ texts }: { readonly texts: readonly string[] }): Promise<readonly UsablePgpKey[]> =>
    usablePgpKeys(texts),
};

type PgpWork = WorkOn<typeof pgpTasks>;

/** Key reading for main. */
export interface PgpKeys {
  readonly read: (text: string) => Promise<readonly PgpKeyFacts[]>;
  /** Rejects with `invalid-input` if a key cannot be used; nothing was sent then. */
  readonly usable: (texts: readonly string[]) => Promise<readonly UsablePgpKey[]>;
}

/** Reads keys through `work`, all as if they were large. */
export function pgpKeysBy(work: PgpWork): PgpKeys {
  return {
    read: (text) => work('pgpKeysIn', { text }, LARGE_BYTES),
    usable: (texts) =>
      texts.length === 0 ? Promise.resolve([]) : work('usablePgpKeysIn', { texts }, LARGE_BYTES),
  };
}
