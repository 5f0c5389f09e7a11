/** Reads an entry from its engine: the content of the response and the position of its values. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VersionFacts } from '../../../shared/vault/entry.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { asNumber, asObject } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readKv2, versionIn } from '../../vault/api/kv-v2.ts';
import { topOf } from '../../vault/http/answer.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { contentOf } from './open-entries.ts';
import type { EntryAbout, EntryFacts, EntryContent } from './open-entries.ts';
import type { Session } from '../session/session.ts';

/** An entry just read: its content and the facts about it. */
export interface ReadEntry {
  readonly content: EntryContent;
  readonly version?: number;
  readonly about: EntryAbout;
}

/** Throws `invalid-input` for engines whose reads can have effects. */
export function refuseOtherEngine(mount: Mount): void {
  if (mount.engine !== 'other') return;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'mount',
    message: `“${mount.path}” is a “${mount.type}” engine, without entries. A read there may create something, such as a credential.`,
    hint: 'Choose a key/value engine.',
  });
}

/** Reads the current (or a pinned) version. Rejects with `awaiting-approval` under a control group. */
export async function readEntry(
  session: Session,
  mount: Mount,
  path: string,
  version?: number,
  signal?: AbortSignal,
): Promise<ReadEntry> {
  return session.approvals.ask(approvalPlace(mount, path, version), async () => {
    const [answer, found] = await session.run(async (caller): Promise<[VaultAnswer, VersionFacts?]> => {
      if (mount.engine !== 'kv2') return [await readKv1(caller, mount.path, path)];
      const { answer: read, facts } = await readKv2(caller, mount.path, path, version);
      return [read, facts];
    }, signal);
    return entryIn(mount, answer, found);
  });
}

/** Reads like `readEntry`, but reuses an approved response: reading again takes another approval. */
export async function readApproved(
  session: Session,
  mount: Mount,
  path: string,
  version?: number,
  signal?: AbortSignal,
): Promise<ReadEntry> {
  const granted = await session.approvals.answer(approvalPlace(mount, path, version));
  if (granted === undefined) return readEntry(session, mount, path, version, signal);
  const { answer, readAt } = granted;
  const facts = mount.engine === 'kv2' ? versionIn(answer, `${mount.path}data/${path}`).facts : undefined;
  const { about, ...read } = entryIn(mount, answer, facts);
  return { ...read, about: { ...about, readAt, approved: true } };
}

/** Key of a read that waits for approval. */
export function approvalPlace(mount: Mount, path: string, version?: number): string {
  return JSON.stringify([mount.path, path, version ?? 0]);
}

function entryIn(mount: Mount, answer: VaultAnswer, facts?: VersionFacts): ReadEntry {
  const leaseSeconds = asNumber(asObject(topOf(answer))['lease_duration']);
  return {
    content: contentOf(answer, valueKeys(mount)),
    ...(facts === undefined ? {} : { version: facts.version }),
    about: {
      warnings: answer.warnings,
      readAt: new Date().toISOString(),
      ...(facts === undefined ? {} : { createdTime: facts.createdTime }),
      ...(facts === undefined && leaseSeconds > 0 ? { leaseSeconds } : {}),
    },
  };
}

/** Keys that lead to an entry's values in a response of its engine. */
export function valueKeys(mount: Mount): readonly string[] {
  return mount.engine === 'kv2' ? ['data', 'data'] : ['data'];
}

/** The error for an entry that has changed since it was opened. */
export function changedMeanwhile(facts: EntryFacts): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: 'This entry was changed by someone else since you opened it.',
    hint: 'Open it again to see the current version.',
    path: facts.mount.path + facts.path,
  });
}
