/** The two endpoint families of key ceremonies: OpenBao serves only the newer one, and requires a token for it. */
import { at } from '../servers/index.ts';
import type { Product } from '../servers/index.ts';
import type { Ceremony } from './side.ts';

/** Endpoint that begins a ceremony. */
export const beginnings: Readonly<Record<Product, Readonly<Record<Ceremony, string>>>> = {
  vault: {
    rekey: 'sys/rekey/init',
    'recovery-rekey': 'sys/rekey-recovery-key/init',
    'generate-root': 'sys/generate-root/attempt',
  },
  openbao: {
    rekey: 'sys/rotate/root/init',
    'recovery-rekey': 'sys/rotate/recovery/init',
    'generate-root': 'sys/generate-root-token/attempt',
  },
};

/** Endpoint for a ceremony's shares, or for the verification of new ones. */
export function beside(beginning: string, what: 'update' | 'verify' | ''): string {
  return beginning.replace(/(?:init|attempt)$/, what);
}

/** The older family returns its data at top level, the newer one under `data`. */
export function dataOf(answer: unknown): unknown {
  return at(answer, 'data') ?? answer;
}

/** Converts a request line of the older family to the newer one: its path, and the root token. */
export function inNewerFamily(line: string): string {
  for (const which of ['rekey', 'recovery-rekey', 'generate-root'] as const) {
    const [older, newer] = [beside(beginnings.vault[which], ''), beside(beginnings.openbao[which], '')];
    if (line.includes(`/v1/${older}`)) return asRoot(line.replace(older, newer));
  }
  return line;
}

/** Request line with the root token. */
export function asRoot(line: string): string {
  return line.includes(' as root') ? line : line.replace(/^\S+ \S+/, '$& as root');
}
