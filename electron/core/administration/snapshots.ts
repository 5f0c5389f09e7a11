/**
 * Snapshots of the whole cluster, to a file and back. A restore replaces everything, so foreseeable failures are
 * detected before the question: a standby, a missing permission, a snapshot of other servers.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ChosenSnapshot, SnapshotFacts } from '../../../shared/vault/raft.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import { downloadSnapshot, restorePath, uploadSnapshot } from '../../vault/api/raft.ts';
import { leaderFacts, leaderStatus } from '../../vault/api/system-status.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Session } from '../session/session.ts';
import { asWrite } from '../session/write-scope.ts';
import { changed } from './chosen-snapshots.ts';
import type { SnapshotOnDisk } from './chosen-snapshots.ts';
import { configuration } from './raft.ts';
import { writeSnapshot } from './snapshot-file.ts';
import type { SnapshotProgress } from './snapshot-file.ts';

/** Suggests a name for the save dialog: cluster and time (UTC). */
export function snapshotName({ met }: Session, nowMs = Date.now()): string {
  const cluster = met.clusterName.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^[._]+/, '') || 'vault';
  const stamp = new Date(nowMs).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  return `${cluster.slice(0, 80)}-${stamp}.snap`;
}

/** Saves a snapshot to a file. Rejects as `writeSnapshot` does; no partial file is left behind. */
export function saveSnapshot(
  session: Session,
  path: string,
  progress: SnapshotProgress,
): Promise<SnapshotFacts> {
  return writeSnapshot(
    path,
    (into) => session.run((caller) => downloadSnapshot(caller, into), progress.signal),
    progress,
  );
}

/** Asks for consent to a restore. Rejects with `cancelled`, or the reason the server would refuse it. */
export async function confirmRestore(
  session: Session,
  { chosen }: SnapshotOnDisk,
  force: boolean,
  signal: AbortSignal,
): Promise<Confirmed> {
  const path = restorePath(force);
  const isElsewhere = session.limitedUse ? undefined : await wouldBeTaken(session, chosen, path, signal);
  const cluster = session.met.clusterName;
  const nodes = chosen.nodes.map(({ nodeId }) => nodeId).join(', ');
  return session.confirm(
    {
      title: force ? 'Force the restore of this snapshot?' : 'Restore this snapshot?',
      facts: [
        { name: 'File', value: chosen.fileName },
        {
          name: 'Nodes',
          value: `${nodes === '' ? 'unknown nodes' : nodes}, at index ${String(chosen.index)}`,
        },
        { name: 'Cluster', value: cluster === '' ? session.view().address : cluster },
      ],
      body: [
        'Everything in this cluster is replaced: secrets, policies, tokens, mounts. What was written since the snapshot is lost.',
        ...(isElsewhere === true ? ['None of its nodes is in this cluster: it may be of another one.'] : []),
        ...(force
          ? [
              'Force also accepts a snapshot of another cluster. This cluster then seals and needs that cluster’s key shares. Without them everything is lost.',
            ]
          : []),
        'Sessions whose tokens are not in the snapshot end, this one too.',
      ],
      action: force ? 'Force restore' : 'Restore snapshot',
      typedName: cluster === '' ? 'restore' : cluster,
    },
    [{ method: 'POST', path }],
    signal,
  );
}

/** Size of the read-ahead for the connection. */
const CHUNK_BYTES = 256 * 1024;

export interface RestoreProgress {
  /** Reports bytes that were read for sending. */
  readonly sent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a snapshot, once the user has agreed: the one that was checked. The file can be replaced meanwhile, so its
 * last chunk is sent only if all bytes match the checked hash, and without that chunk the server restores nothing.
 * Rejects with the reason it was not restored.
 */
export async function restoreSnapshot(
  session: Session,
  { path, chosen, sha256 }: SnapshotOnDisk,
  { force, confirmed }: { readonly force: boolean; readonly confirmed: Confirmed },
  { sent, signal }: RestoreProgress,
): Promise<void> {
  let read = 0;
  const file: { isOther: boolean } = { isOther: false };
  async function* chunks() {
    read = 0;
    const digest = createHash('sha256');
    let pending: Buffer | undefined;
    for await (const chunk of createReadStream(path, {
      highWaterMark: CHUNK_BYTES,
      end: chosen.bytes - 1,
    }) as AsyncIterable<Buffer>) {
      if (pending !== undefined) yield pending;
      pending = chunk;
      digest.update(chunk);
      read += chunk.length;
      sent(read);
    }
    file.isOther = digest.digest('hex') !== sha256;
    if (file.isOther) throw new Error('another file');
    if (pending !== undefined) yield pending;
  }
  const open = () => Readable.from(chunks(), { objectMode: false, highWaterMark: CHUNK_BYTES });
  try {
    await asWrite(() =>
      session.run(
        (caller) =>
          uploadSnapshot({ ...caller, consent: { confirmed } }, { bytes: chosen.bytes, open }, force),
        signal,
      ),
    );
  } catch (failure) {
    if (file.isOther) throw new AppFailure(changed({ chosen }, 'Nothing was restored.'));
    throw new AppFailure(explained(asAppError(failure), read < chosen.bytes));
  }
  // The server can be sealed now, or no longer know the token: this updates the session at once.
  await session.refresh();
}

/** True if all nodes of the snapshot are foreign; undefined if unknown. Rejects if a restore would be refused. */
async function wouldBeTaken(
  session: Session,
  { nodes }: ChosenSnapshot,
  path: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  return session.run(async (caller) => {
    const { haEnabled, isSelf, leaderAddress: address } = leaderFacts(await leaderStatus(caller));
    if (haEnabled && !isSelf) {
      throw new AppFailure({
        kind: 'standby',
        message: `This node is a standby. A snapshot is restored on the leader${address === '' ? '' : ` (${address})`}. Nothing was sent.`,
        hint: 'Connect to the leader.',
      });
    }
    // The server itself decides if this look-up fails.
    const may = await capabilitiesSelf(caller, [path]).then(
      (capabilities) => capabilities.get(path),
      () => undefined,
    );
    if (may !== undefined && !may.has('update') && !may.has('root'))
      throw new AppFailure({
        kind: 'forbidden',
        method: 'POST',
        path,
        message: `The server does not permit this token to change “${path}”. Nothing was sent.`,
        hint: `A policy of this token must grant “update” on the API path “${path}”.`,
      });
    // A token that may not read the peers can still restore: the question then says less.
    const peers = await configuration(caller).catch(() => undefined);
    return peers?.every((peer) => nodes.every(({ nodeId }) => nodeId !== peer.nodeId));
  }, signal);
}

function explained(error: AppError, isPart: boolean): AppError {
  const said = (error.serverErrors ?? []).join(' ');
  if (/could not verify hash file|different set of unseal keys/i.test(said))
    return {
      ...error,
      kind: 'invalid-request',
      message: 'This snapshot is of a cluster with other unseal keys. Nothing was restored.',
      hint: 'Force restore accepts it. This cluster then needs the key shares of the other one.',
    };
  if (/failed to read snapshot|unexpected EOF/i.test(said))
    return {
      ...error,
      kind: 'invalid-request',
      message: 'The server got a truncated or damaged snapshot. Nothing was restored.',
      hint: 'Choose another snapshot.',
    };
  if (error.kind === 'outcome-unknown' && isPart)
    return {
      ...error,
      kind: 'network',
      code: 'PARTLY_SENT',
      message: 'The connection ended before the whole snapshot was sent. Nothing was restored.',
      hint: 'Try again.',
    };
  return error;
}
