/** Ends of the certificates in values. A value stays in main; its page learns the date. */
import { X509Certificate } from 'node:crypto';
import type { KeyFacts } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { certificateBlocks } from '../../vault/http/pem.ts';

/** Most certificates read of one entry: each takes main a fraction of a millisecond. */
const MOST_READ = 100;

/** Adds to the facts of PEM values the end of their certificates; `members` are in the same order. */
export function withCertificateEnds(
  keys: readonly KeyFacts[],
  members: readonly Member[],
): readonly KeyFacts[] {
  if (!keys.some(({ pem }) => pem === true)) return keys;
  let left = MOST_READ;
  return keys.map((facts, at) => {
    const raw = members[at]?.[1] ?? '';
    if (facts.pem !== true || left === 0 || !raw.includes('BEGIN CERTIFICATE')) return facts;
    const ends = endsIn(JSON.parse(raw) as string, left);
    left -= ends.length;
    const [first] = ends.sort();
    return first === undefined ? facts : { ...facts, certificateEnds: first };
  });
}

function endsIn(text: string, most: number): string[] {
  return certificateBlocks(text)
    .slice(0, most)
    .flatMap((block) => {
      try {
        return [new X509Certificate(block).validToDate.toISOString()];
      } catch {
        // Not a certificate, whatever its frame says.
        return [];
      }
    });
}
