/** Names for a terminal: of folders, and of an entry's keys as references. Values stay in main. */
import { unpackNames } from '../../../shared/vault/names.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import { referenceLines } from '../../../shared/vault/reference-lines.ts';
import { referenceText } from '../../../shared/vault/reference.ts';
import type { Reference } from '../../../shared/vault/reference.ts';
import { readApproved, refuseOtherEngine } from '../../core/entries/reading.ts';
import type { Session } from '../../core/session/session.ts';
import { listFolder } from '../../vault/api/lists.ts';
import { mountUnder } from './targets.ts';

/** References of what is in a folder; folders end with a slash. */
export async function namesIn(
  session: Session,
  { connection, path }: Reference,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const mounts = await session.mounts.known(signal);
  const mount = mountOf(mounts, path);
  if (mount === undefined)
    return mounts
      .filter((one) => one.path.startsWith(path))
      .map((one) => referenceText({ connection, path: one.path }));
  const folder = path.slice(mount.path.length);
  const { packed } = await session.run((caller) => listFolder(caller, mount, folder), signal);
  return unpackNames(packed).map((name) => referenceText({ connection, path: `${path}${name}` }));
}

/** An entry's keys as lines of a file of variables. */
export async function linesOf(
  session: Session,
  reference: Reference,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const mount = await mountUnder(session, reference.path, signal);
  refuseOtherEngine(mount);
  const path = reference.path.slice(mount.path.length);
  const { content } = await readApproved(session, mount, path, reference.version, signal);
  const { key, ...entry } = reference;
  return referenceLines(
    entry,
    content.members.map(([name]) => name).filter((name) => key === undefined || name === key),
  ).map(({ name, reference: text }) => `${name}=${text}`);
}
