/** Ends of a request without values, in words for a terminal. */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ProgramCode } from '../../../shared/vault/programs.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { codeOf } from './program-codes.ts';
import type { ProgramError } from './protocol.ts';

/** A request that ends without values. */
export class ProgramRefusal extends Error {
  readonly error: ProgramError;

  constructor(code: ProgramCode, message: string, advice: string) {
    super(message);
    this.error = { code, message, advice };
  }
}

const advices: Partial<Record<ProgramCode, string>> = {
  'no-connection': 'Log in to the connection in Strongroom.',
  'not-found': 'Check the reference: strongroom ls and strongroom env show names.',
  'not-permitted': 'A policy of your token must allow it.',
  unreachable: 'Look at the connection in Strongroom.',
  locked: 'Unlock Strongroom and run the command again.',
};

/** The end of a request by any failure. */
export function refusalOf(failure: unknown): ProgramError {
  if (failure instanceof ProgramRefusal) return failure.error;
  const error: AppError = asAppError(failure);
  const code = codeOf(error);
  return {
    code,
    // The app's own faults say nothing to a program.
    message: error.kind === 'internal' ? 'Strongroom could not finish this.' : error.message,
    advice: advices[code] ?? error.hint ?? 'Run the command again.',
  };
}

export const denied = (): ProgramRefusal =>
  new ProgramRefusal(
    'denied',
    'The request was declined in Strongroom.',
    'Run the command again to be asked again.',
  );

export const declinedBefore = (): ProgramRefusal =>
  new ProgramRefusal(
    'denied',
    'A request was declined in Strongroom just now, so this one was not shown.',
    'Wait a few seconds, then run the command again.',
  );

export const appLocked = (): ProgramRefusal =>
  new ProgramRefusal('locked', 'Strongroom is locked.', 'Unlock it and run the command again.');

export const busy = (): ProgramRefusal =>
  new ProgramRefusal(
    'busy',
    'Strongroom already asks about other programs.',
    'Answer the question there, then run the command again.',
  );

export const changed = (): ProgramRefusal =>
  new ProgramRefusal(
    'changed',
    'The program changed since Strongroom asked, or cannot be identified.',
    'Run the command again.',
  );

export const gone = (): ProgramRefusal =>
  new ProgramRefusal('failed', 'The program ended before the answer.', 'Run the command again.');
