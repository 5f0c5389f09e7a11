import type { WrapFacts } from '../../../shared/vault/answer.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';

export interface ReceiverNoteFacts {
  readonly wrap: Pick<WrapFacts, 'creationPath' | 'creationTime'>;
  /** ISO 8601. */
  readonly endsAt: string;
  /** Empty if unknown. */
  readonly address: string;
}

/** Message to the recipient of a wrapping token, sent over another channel: the expected result of its look-up. */
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
