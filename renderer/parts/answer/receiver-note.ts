import type { WrapFacts } from '../../../shared/vault/answer.ts';
import { exactUtc } from '../../ui/relative-time.ts';

export interface ReceiverNoteFacts {
  readonly wrap: Pick<WrapFacts, 'creationPath' | 'creationTime'>;
  /** ISO 8601. */
  readonly endsAt: string;
  /** Empty: not known. */
  readonly address: string;
}

/** What to tell whoever gets a wrapping token, by another way than the token: what its look-up must say. */
export function receiverNote({ wrap, endsAt, address }: ReceiverNoteFacts): string {
  return [
    'You get a wrapping token from me. Look it up before you open it; that uses nothing up. It must say:',
    ...(address === '' ? [] : [`  server:    ${address}`]),
    `  made from: ${wrap.creationPath}`,
    `  made at:   ${exactUtc(wrap.creationTime)}`,
    `  opens until ${exactUtc(endsAt)}, once`,
    'If it cannot be looked up, or says something else, somebody may have opened it before you: do not ask for another one, tell me.',
  ].join('\n');
}
