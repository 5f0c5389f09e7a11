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
            meaning: 'Unrestricted. Revoke it when you no longer need it.',
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
            meaning: 'Every request counts as a use, refused ones too.',
          } as const,
        ]
      : []),
    ...(periodSeconds > 0
      ? [
          {
            name: 'periodic',
            tone: 'accent',
            meaning: `It does not expire if it is renewed every ${formatDuration(periodSeconds)}.`,
          } as const,
        ]
      : []),
    orphan
      ? { name: 'orphan', tone: 'neutral', meaning: 'It has no parent that could be revoked with it.' }
      : { name: 'child', tone: 'neutral', meaning: 'It is revoked together with the token that created it.' },
  ];
}
