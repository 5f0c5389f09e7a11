/**
 * Leases: listing, renewing and revoking. Leases below a prefix are counted before the question, so that the user
 * knows how many are revoked, and again afterwards, to show how many are left.
 */
import { prose, risk } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { Fields } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { LeaseCount, LeaseFacts, LeaseFolder, PrefixRevoked } from '../../../shared/vault/lease.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listLeases, readLease, renewLease, revokeBelow, revokeLease } from '../../vault/api/leases.ts';
import type { Question } from '../../vault/http/types.ts';
import { asAppError, isTrouble } from '../connection/trouble.ts';
import type { Cancellable, Session } from '../session/session.ts';
import { change, changed } from '../session/change.ts';

/** Limit of names of one folder that cross to the page. */
const MOST_LISTED = 10_000;
/** Limit of folders that are read to count leases below a prefix. */
const MOST_FOLDERS = 500;
const MOST_NAMED = 100;

/** Lists the names directly below a prefix. */
export async function leaseFolder(
  session: Session,
  { prefix }: Fields<'lease.list'>,
  { signal }: Cancellable,
): Promise<LeaseFolder> {
  const names = await session.run((caller) => listLeases(caller, prefix), signal);
  const shown = names.slice(0, MOST_LISTED);
  return {
    prefix,
    folders: shown.filter((name) => name.endsWith('/')),
    leases: shown.filter((name) => !name.endsWith('/')),
    total: names.length,
  };
}

/** Renews a lease and returns its new facts. */
export async function renewOne(
  session: Session,
  { leaseId, incrementSeconds }: Fields<'lease.renew'>,
  { signal }: Cancellable,
): Promise<LeaseFacts> {
  const question: Question = {
    title: 'Renew this lease?',
    facts: [
      prose(
        'From now on',
        incrementSeconds === undefined
          ? 'as long as the server decides'
          : `at most ${formatDuration(incrementSeconds)}, which may be less than now`,
      ),
    ],
    action: 'Renew',
  };
  await session.run(
    (caller) => renewLease({ ...caller, consent: { question } }, leaseId, incrementSeconds),
    signal,
  );
  return session.run((caller) => readLease(caller, leaseId), signal);
}

/** Revokes one lease, once the user has agreed. */
export const revokeOne = change(
  ({ leaseId }: Fields<'lease.revoke'>) => ({
    title: 'Revoke this lease?',
    facts: [{ name: 'Lease', value: leaseId }, tokensFact(isOfToken(leaseId))],
    action: 'Revoke',
  }),
  (caller, { leaseId }) => revokeLease(caller, leaseId),
);

/** Revokes everything below a prefix, once the user has typed it. */
export async function revokePrefix(
  session: Session,
  { prefix, force }: Fields<'lease.revokePrefix'>,
  { signal }: Cancellable,
): Promise<PrefixRevoked> {
  const below = prefixOf(prefix);
  const before = await count(session, below, signal);
  const question = prefixWords(below, force, before);
  const { warnings } = await changed(
    session,
    question,
    (caller) => revokeBelow(caller, below, force),
    signal,
  );
  const after = await count(session, below, signal);
  const { named: left, ...counted } = after;
  return { before: { leases: before.leases, atLeast: before.atLeast }, after: counted, left, warnings };
}

interface Counted extends LeaseCount {
  /** IDs of the first ones. */
  readonly named: readonly string[];
}

/** Counts leases below a prefix, within limits; folders that may not be listed are not counted. */
async function count(session: Session, prefix: string, signal: AbortSignal | undefined): Promise<Counted> {
  if (session.limitedUse) return { leases: 0, atLeast: true, named: [] };
  const waiting = [prefix];
  const named: string[] = [];
  let leases = 0;
  let read = 0;
  let hidden = false;
  while (waiting.length > 0 && read < MOST_FOLDERS) {
    const folder = waiting.shift() ?? '';
    read++;
    const names = await session.run((caller) => namesOrRefused(caller, folder), signal);
    hidden ||= names === undefined;
    for (const name of names ?? []) {
      if (name.endsWith('/')) waiting.push(folder + name);
      else {
        leases++;
        if (named.length < MOST_NAMED) named.push(folder + name);
      }
    }
  }
  return { leases, atLeast: hidden || waiting.length > 0, named };
}

async function namesOrRefused(caller: Caller, folder: string): Promise<readonly string[] | undefined> {
  try {
    return await listLeases(caller, folder);
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind !== 'forbidden') throw failure;
    return undefined;
  }
}

function prefixOf(text: string): string {
  const path = text.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  if (path !== '') return `${path}/`;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'prefix',
    message: 'Without a prefix every lease of the server would be revoked. Nothing was sent.',
  });
}

/** Question before many leases are revoked. */
export function revokeLeasesWords(leaseIds: readonly string[]): Question {
  const many = counted(leaseIds.length, 'lease');
  return {
    title: `Revoke ${many}?`,
    facts: [tokensFact(leaseIds.some(isOfToken))],
    action: `Revoke ${many}`,
  };
}

/** The lease of a token is the token itself. */
function tokensFact(isAny: boolean): PromptFact {
  return prose('Tokens revoked', isAny ? 'those of leases below auth/, with their children' : '');
}

function isOfToken(leaseId: string): boolean {
  return /^auth\//.test(leaseId);
}

function prefixWords(prefix: string, force: boolean, { leases, atLeast }: LeaseCount): Question {
  return {
    title: force ? 'Force-revoke all leases below this prefix?' : 'Revoke all leases below this prefix?',
    facts: [
      prose(
        'Leases',
        atLeast && leases === 0 ? 'unknown number' : `${atLeast ? 'at least ' : ''}${grouped(leases)}`,
      ),
      tokensFact(isOfToken(prefix)),
    ],
    notes: force ? [risk('A credential that the engine cannot revoke may stay valid, unseen.')] : [],
    action: force ? 'Force-revoke' : 'Revoke all',
    typedName: prefix,
  };
}
