/** Reads what was asked for, all or nothing: no value leaves before every reference has its own. */
import { composeObject, plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { contentOf } from '../../core/entries/open-entries.ts';
import { clipboardText } from '../../core/entries/open.ts';
import { readApproved } from '../../core/entries/reading.ts';
import type { Session } from '../../core/session/session.ts';
import { ask, reading, uncut } from '../../vault/api/caller.ts';
import { asObject, asText } from '../../vault/api/fields.ts';
import { topOf } from '../../vault/http/answer.ts';
import { eachBounded } from '../bounded.ts';
import type { Pace } from '../pace.ts';
import type { NamedValue } from './protocol.ts';
import { ProgramRefusal } from './refusals.ts';
import { mints } from './targets.ts';
import type { Target, Wanted } from './targets.ts';

/** Place of a value: variables of an environment hold less than texts. */
export type Fit = 'environment' | 'text';

export interface ReadingParts {
  readonly session: Session;
  readonly pace: Pace;
  readonly fit: Fit;
  readonly signal: AbortSignal;
  /** Gets the lease of each credential made, at once. */
  readonly noteLease: (leaseId: string) => void;
}

/** Reads the values of all targets. Throws `ProgramRefusal`, or rejects with the server's refusal. */
export async function valuesOf(
  targets: readonly Target[],
  parts: ReadingParts,
): Promise<readonly NamedValue[]> {
  const { pace, signal, fit } = parts;
  const contents = new Map<Target, readonly Member[]>();
  const read = async (target: Target): Promise<void> => {
    contents.set(target, await pace.run(() => membersOf(target, parts)));
  };
  const [made, stored] = [targets.filter(mints), targets.filter((target) => !mints(target))];
  await eachBounded(stored, pace.most(), signal, read);
  // Made last: whatever fails before makes nothing.
  await eachBounded(made, 1, signal, read);
  signal.throwIfAborted();
  return targets.flatMap((target) =>
    target.wanted.flatMap((wanted) => namedValues(contents.get(target) ?? [], wanted, fit)),
  );
}

async function membersOf(target: Target, parts: ReadingParts): Promise<readonly Member[]> {
  const { mount, path, version } = target;
  const { session, signal, noteLease } = parts;
  if (!mints(target)) return (await readApproved(session, mount, path, version, signal)).content.members;
  // Not repeated (`uncut`): a second read would make a second credential.
  const answer = await session.run((caller) => ask(uncut(caller), reading(mount.path + path))).catch(asLost);
  const leaseId = asText(asObject(topOf(answer))['lease_id']);
  if (leaseId !== '') noteLease(leaseId);
  return contentOf(answer, ['data']).members;
}

/** Failures after which the server can have done what it was asked. */
const unanswered: ReadonlySet<AppError['kind']> = new Set(['network', 'timeout', 'bad-answer', 'too-large']);

function asLost(failure: unknown): never {
  if (!unanswered.has(asAppError(failure).kind)) throw failure;
  throw new ProgramRefusal(
    'unreachable',
    'The server’s answer was lost. If it made a credential, its lease is not known here.',
    'Look for the lease in Strongroom, under Administration.',
  );
}

function namedValues(members: readonly Member[], { name, key }: Wanted, fit: Fit): readonly NamedValue[] {
  if (key !== undefined) {
    const member = members.find(([found]) => found === key);
    if (member === undefined)
      throw new ProgramRefusal(
        'not-found',
        `The entry${name === '' ? '' : ` for ${name}`} does not have the key of its reference.`,
        'strongroom env shows the keys of an entry.',
      );
    return [{ name, value: fitting(textOf(member[1]), fit, name) }];
  }
  if (fit === 'text' || name !== '') return [{ name, value: fitting(composeObject(members), fit, name) }];
  return members.map(([each, rawJson]) => {
    if (!variableName.test(each))
      throw new ProgramRefusal(
        'unfit-value',
        'A key of the entry cannot name a variable.',
        'Name its keys one by one: NAME=strongroom://…#key.',
      );
    return { name: each, value: fitting(textOf(rawJson), fit, each) };
  });
}

export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Text of a value, as the app copies it: a string itself, anything else as its JSON. */
function textOf(rawJson: string): string {
  return clipboardText(plainEscapes(rawJson));
}

function fitting(value: string, fit: Fit, name: string): string {
  if (value.isWellFormed() && (fit === 'text' || !value.includes('\0'))) return value;
  throw new ProgramRefusal(
    'unfit-value',
    `The value${name === '' ? '' : ` for ${name}`} has a character that cannot go there.`,
    'Use strongroom read to write it to a file.',
  );
}
