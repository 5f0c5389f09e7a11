/** Installation method of this copy of the app, and the package type that can replace it. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Packaging, UpdatePlatform } from '../platform.ts';
import { withoutKey } from './refusals.ts';

export interface ThisCopy {
  readonly packaging: () => Promise<Packaging>;
  /** The package type that replaces this copy. `to`: its purpose. Rejects with `not-offered`. */
  readonly kind: (to: 'look' | 'install') => Promise<string>;
}

/** Makes the reader; it asks the system once. */
export function readThisCopy({
  built,
  packaging: read,
}: Pick<UpdatePlatform, 'built' | 'packaging'>): ThisCopy {
  let reading: Promise<Packaging> | undefined;
  const packaging = (): Promise<Packaging> =>
    (reading ??= built.keys.length === 0 ? Promise.resolve(withoutKey) : read());
  return {
    packaging,
    kind: async (to) => {
      const how = await packaging();
      if (how.way === 'itself' || (to === 'look' && how.kind !== undefined)) return how.kind ?? '';
      throw new AppFailure({ kind: 'not-offered', message: `${how.why} Nothing was contacted.` });
    },
  };
}
