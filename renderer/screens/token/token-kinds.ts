/** What makes a token different from others, in short sentences. */
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type { Tone } from '../../ui/chip.tsx';
import type { LookedUp } from './token-notes.ts';

export interface TokenKind {
  readonly name: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** Everything that is special about a token; never empty. */
export function tokenKinds(token: LookedUp): readonly TokenKind[] {
  const { type, numUses, orphan, periodSeconds, policies } = token;
  if (token.noLookUp === 'nothing')
    return [
      { name: 'unknown', tone: 'neutral', meaning: 'It may not look itself up, so its type is not known.' },
    ];
  const kinds: TokenKind[] = [];
  if (policies.includes('root'))
    kinds.push({
      name: 'root',
      tone: 'danger',
      meaning: 'It may do everything; no policy holds it back. Revoke it when its work is done.',
    });
  if (type === 'batch')
    kinds.push({
      name: 'batch',
      tone: 'neutral',
      meaning:
        'The server does not store it: it has no accessor, cannot be renewed, and cannot be revoked. It ends with its TTL, and with its parent if it has one.',
    });
  else kinds.push({ name: type, tone: 'neutral', meaning: storedMeaning(type) });
  if (numUses > 0)
    kinds.push({
      name: numUses === 1 ? '1 use left' : `${numUses.toLocaleString('en-GB')} uses left`,
      tone: 'warn',
      meaning:
        'Every request with it spends one use, before it is even looked at; after the last it is dead.',
    });
  if (periodSeconds > 0)
    kinds.push({
      name: 'periodic',
      tone: 'accent',
      meaning: `It lives on as long as somebody renews it at least every ${formatDuration(periodSeconds)}.`,
    });
  kinds.push(
    orphan
      ? {
          name: 'orphan',
          tone: 'neutral',
          meaning: 'It has no parent: no other token takes it along when it ends.',
        }
      : {
          name: 'child',
          tone: 'neutral',
          meaning: 'It was made by another token, and is revoked together with it.',
        },
  );
  return kinds;
}

function storedMeaning(type: string): string {
  if (type === 'service')
    return 'The server stores it: it has an accessor, can be revoked, and can make tokens of its own.';
  return 'This kind is not known here; the facts below are what the server says.';
}
