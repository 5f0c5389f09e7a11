/**
 * Rotating the root key with only a token's permission: OpenBao 2.4 and newer. Others need the shares, for a rekey.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { rotateRootKey } from '../../vault/api/ceremonies.ts';
import type { Question } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';

const question: Question = { title: 'Rotate the root key?', action: 'Rotate root key' };

/** Rotates the root key, after a question. Rejects with `not-offered`. */
export async function rotateRoot(at: At): Promise<void> {
  try {
    await rotateRootKey({ ...at.caller, consent: { question } });
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { kind } = failure.error;
    if (kind !== 'invalid-path' && kind !== 'not-offered') throw failure;
    throw new AppFailure({
      ...failure.error,
      kind: 'not-offered',
      message: 'A rekey changes the root key, too. It needs key shares.',
      // The client's hint is about a typed path; the way on is in the message.
      hint: '',
    });
  }
}
