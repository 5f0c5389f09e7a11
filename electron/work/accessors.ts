/**
 * The table of all tokens: the list of accessors, and a look-up of each. A look-up by accessor costs the token looked
 * up nothing; it costs the server a request, so their number at a time is limited. A token that has ended since the
 * list was made is a row that says so.
 */
import type { AccessorRow } from '../../shared/vault/token-work.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { Caller } from '../vault/api/caller.ts';
import { dataOf } from '../vault/api/fields.ts';
import { describeToken } from '../vault/api/token.ts';
import type { TokenDescription } from '../vault/api/token.ts';
import { listAccessors, lookupToken } from '../vault/api/token-operations.ts';
import type { Session } from '../core/session/session.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import { eachBounded, PARALLEL } from './bounded.ts';
import type { RowsWork } from './jobs.ts';

/** Work that fills the table. It stops at a connection-wide error, and if the list is not permitted. */
export function accessorTable(session: Session): RowsWork<AccessorRow> {
  return ({ total, row, unread, signal }) =>
    session.run(async (caller) => {
      const accessors = await list(caller);
      total(accessors.length);
      await eachBounded(accessors, PARALLEL, signal, async (accessor) => {
        const found = await describe(caller, accessor);
        if ('token' in found) {
          row({ accessor, token: found.token });
          return;
        }
        if (signal.aborted) return;
        const problem = problemOf(found.error);
        unread(accessor, problem);
        row({ accessor, problem });
      });
      return undefined;
    }, signal);
}

/** Descriptions of the tokens, for the question before an action on all of them; unreadable ones are left out. */
export async function describeAccessors(
  session: Session,
  accessors: readonly string[],
  signal: AbortSignal,
): Promise<readonly TokenDescription[]> {
  const tokens: TokenDescription[] = [];
  await session.run(
    (caller) =>
      eachBounded(accessors, PARALLEL, signal, async (accessor) => {
        const found = await describe(caller, accessor);
        if ('token' in found) tokens.push(found.token);
      }),
    signal,
  );
  if (signal.aborted) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was revoked.' });
  return tokens;
}

/** Throws connection-wide errors; the refusal of one look-up is returned. */
async function describe(
  caller: Caller,
  accessor: string,
): Promise<{ readonly token: TokenDescription } | { readonly error: AppError }> {
  try {
    const answer = await lookupToken(caller, { by: 'accessor', accessor }, { safe: true });
    return { token: describeToken(dataOf(answer), Date.now()) };
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'internal') throw failure;
    return { error };
  }
}

async function list(caller: Caller): Promise<readonly string[]> {
  try {
    return await listAccessors(caller);
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'forbidden') throw failure;
    throw new AppFailure({
      ...failure.error,
      message: 'The server does not permit this token to list the accessors of all tokens.',
      hint: 'A policy of this token must grant “list” and “sudo” on “auth/token/accessors/”.',
    });
  }
}

function problemOf(error: AppError): string {
  const said = (error.serverErrors ?? []).join('; ');
  return /invalid accessor/i.test(said)
    ? 'It expired or was revoked after the list was read.'
    : error.message;
}
