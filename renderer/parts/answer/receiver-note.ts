import type { WrapFacts } from '../../../shared/vault/answer.ts';
import { exactUtc } from '../../ui/relative-time.ts';

export interface ReceiverNoteFacts {
  readonly wrap: Pick<WrapFacts, 'creationPath' | 'creationTime'>;
  /** ISO 8601. */
  readonly endsAt: string;
  /** Empty: not known. */
  readonly address: string;
}

/** The message for the recipient of a wrapping token, sent by another channel than the token: what its look-up must say. */
export function receiverNote({ wrap, endsAt, address }: ReceiverNoteFacts): string {
  return [
    'I am sending you a wrapping token. Check it before you unwrap it; checking does not use it. It must show:',
    ...(address === '' ? [] : [`  server:        ${address}`]),
    `  creation path: ${wrap.creationPath}`,
    `  created:       ${exactUtc(wrap.creationTime)}`,
    `  expires:       ${exactUtc(endsAt)}`,
    'It can be unwrapped once. If it is unknown to the server or shows something else, somebody may have unwrapped it before you: do not ask for another one, tell me.',
  ].join('\n');
}
