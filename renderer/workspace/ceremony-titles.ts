/** Screen title of each key ceremony. */
import type { CeremonyName } from '../../shared/vault/ceremony.ts';

export const ceremonyTitles: Readonly<Record<CeremonyName, string>> = {
  init: 'Initialise',
  unseal: 'Unseal',
  rekey: 'Rekey',
  'rotate-root': 'Rotate root key',
  'generate-root': 'Generate root token',
};
