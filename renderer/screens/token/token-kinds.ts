/** Special properties of a token. */
import { grouped } from '../../../shared/vault/counted.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type { Tone } from '../../ui/chip.tsx';
import type { LookedUp } from './token-notes.ts';

export interface TokenKind {
  readonly name: string;
  readonly tone: Tone;
  /** A sentence for the tooltip. */
  readonly meaning: string;
}

/** All special properties of a token; empty if its facts are not known. */
export function tokenKinds(token: LookedUp): readonly TokenKind[] {
  const { type, numUses, orphan, periodSeconds, policies } = token;
  if (token.noLookUp === 'nothing') return [];
  return [
    ...(policies.includes('root')
      ? [
          {
            name: 'root',
            tone: 'danger',
            meaning: 'No policy limits it. Revoke it when its work is done.',
          } as const,
        ]
      : []),
    {
      name: type,
      tone: 'neutral',
      meaning:
        type === 'batch'
          ? 'The server does not store it: it has no accessor, cannot be renewed and cannot be revoked.'
          : 'The server stores it: it has an accessor and can be revoked.',
    },
    ...(numUses > 0
      ? [
          {
            name: numUses === 1 ? '1 use left' : `${grouped(numUses)} uses left`,
            tone: 'warn',
            meaning: 'Every request with it is a use, a refused one too.',
          } as const,
        ]
      : []),
    ...(periodSeconds > 0
      ? [
          {
            name: 'periodic',
            tone: 'accent',
            meaning: `It lives on as long as it is renewed every ${formatDuration(periodSeconds)}.`,
          } as const,
        ]
      : []),
    orphan
      ? { name: 'orphan', tone: 'neutral', meaning: 'It has no parent that could end it.' }
      : { name: 'child', tone: 'neutral', meaning: 'It is revoked together with the token that created it.' },
  ];
}
