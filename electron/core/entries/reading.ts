/** Reading an entry from its engine: what a server's answer holds, and where in it the values stand. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { asNumber, asObject } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readKv2 } from '../../vault/api/kv-v2.ts';
import { topOf } from '../../vault/http/answer.ts';
import { contentOf } from './open-entries.ts';
import type { EntryAbout, EntryFacts, EntryContent } from './open-entries.ts';
import type { Session } from '../session/session.ts';

/** An entry just read: its content and what is known about it. */
export interface ReadEntry {
  readonly content: EntryContent;
  readonly version?: number;
  readonly about: EntryAbout;
}

/** Throws `invalid-input` for engines whose reading may do something. */
export function refuseOtherEngine(mount: Mount): void {
  if (mount.engine !== 'other') return;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'mount',
    message: `“${mount.path}” is a “${mount.type}” engine: it keeps no entries, and reading from it may create something (a credential, a certificate).`,
    hint: 'Choose a key/value engine.',
  });
}

/** Reads what is at a place now (or at a pinned version). */
export async function readEntry(
  session: Session,
  mount: Mount,
  path: string,
  version?: number,
  signal?: AbortSignal,
): Promise<ReadEntry> {
  if (mount.engine === 'kv2') {
    const { answer, facts } = await session.run(
      (caller) => readKv2(caller, mount.path, path, version),
      signal,
    );
    return {
      content: contentOf(answer, valueKeys(mount)),
      version: facts.version,
      about: { createdTime: facts.createdTime, warnings: answer.warnings, readAt: new Date().toISOString() },
    };
  }
  const answer = await session.run((caller) => readKv1(caller, mount.path, path), signal);
  const leaseSeconds = asNumber(asObject(topOf(answer))['lease_duration']);
  return {
    content: contentOf(answer, valueKeys(mount)),
    about: {
      warnings: answer.warnings,
      readAt: new Date().toISOString(),
      ...(leaseSeconds > 0 ? { leaseSeconds } : {}),
    },
  };
}

/** Where the values of an entry stand in an answer of its engine. */
export function valueKeys(mount: Mount): readonly string[] {
  return mount.engine === 'kv2' ? ['data', 'data'] : ['data'];
}

/** The error for an entry that is not what it was when it was opened. */
export function changedMeanwhile(facts: EntryFacts): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: 'Somebody else has changed this entry since you opened it.',
    hint: 'Open it again to see what is there now.',
    path: facts.mount.path + facts.path,
  });
}
