/** Reading public PGP keys in the thread beside main, with an end to its time and memory; never in main itself, however short a key is. */
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

/** As main reads keys. */
export interface PgpKeys {
  readonly read: (text: string) => Promise<readonly PgpKeyFacts[]>;
  /** Rejects with `invalid-input` where one cannot be used; nothing was sent then. */
  readonly usable: (texts: readonly string[]) => Promise<readonly UsablePgpKey[]>;
}

/** Has keys read by `work`, as if each were large. */
export function pgpKeysBy(work: PgpWork): PgpKeys {
  return {
    read: (text) => work('pgpKeysIn', { text }, LARGE_BYTES),
    usable: (texts) =>
      texts.length === 0 ? Promise.resolve([]) : work('usablePgpKeysIn', { texts }, LARGE_BYTES),
  };
}
