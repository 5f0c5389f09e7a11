/** The two families of endpoints of key ceremonies: OpenBao serves the newer one only, and wants a token for it. */
import { at } from '../servers/index.ts';
import type { Product } from '../servers/index.ts';
import type { Ceremony } from './side.ts';

/** The endpoint at which a ceremony is begun. */
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

/** The endpoint of a ceremony's shares, or of the verification of new ones. */
export function beside(beginning: string, what: 'update' | 'verify' | ''): string {
  return beginning.replace(/(?:init|attempt)$/, what);
}

/** The older family answers its data at the top, the newer one under `data`. */
export function dataOf(answer: unknown): unknown {
  return at(answer, 'data') ?? answer;
}

/** The line of a request to the older family as the newer one takes it: at its path, and with the root token. */
export function inNewerFamily(line: string): string {
  for (const which of ['rekey', 'recovery-rekey', 'generate-root'] as const) {
    const [older, newer] = [beside(beginnings.vault[which], ''), beside(beginnings.openbao[which], '')];
    if (line.includes(`/v1/${older}`)) return asRoot(line.replace(older, newer));
  }
  return line;
}

/** The line of a request, sent with the root token. */
export function asRoot(line: string): string {
  return line.includes(' as root') ? line : line.replace(/^\S+ \S+/, '$& as root');
}
