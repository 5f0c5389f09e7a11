/** Checks what the trusted view answers. Its page is ours, but what it says is decided upon here. */
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';

/** Longest text a person may hand in, in UTF-16 code units: far above any token, share or passphrase. */
const LONGEST_TEXT = 64 * 1024;

/** The answer in a message; undefined when it is none. */
export function parseAnswer(input: unknown): TrustedAnswer | undefined {
  if (typeof input !== 'object' || input === null || !('kind' in input)) return undefined;
  if (input.kind === 'cancel') return { kind: 'cancel' };
  if (input.kind !== 'submit' || !('text' in input) || typeof input.text !== 'string') return undefined;
  return input.text.length <= LONGEST_TEXT ? { kind: 'submit', text: input.text } : undefined;
}

/** Whether an answer answers the request: a name that must be typed has been, and what takes a text has one. */
export function satisfies(request: TrustedRequest, answer: TrustedAnswer): boolean {
  if (answer.kind === 'cancel') return true;
  switch (request.kind) {
    case 'enter-token':
      return answer.text !== '';
    case 'confirm':
      return request.typedName === undefined || answer.text === request.typedName;
    case 'confirm-token':
    case 'confirm-trust':
    case 'enter-passphrase':
    case 'show-secret':
      return true;
  }
}
