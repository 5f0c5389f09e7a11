/** The raft cluster: its peers with what autopilot says of them, and changes of both. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AutopilotSettings, RaftStatus } from '../../../shared/vault/raft.ts';
import type { Caller } from '../../vault/api/caller.ts';
import {
  autopilotSettings,
  autopilotState,
  raftConfiguration,
  removePeer,
  setAutopilotSettings,
} from '../../vault/api/raft.ts';
import type { Question } from '../../vault/http/types.ts';
import { asAppError } from '../connection/trouble.ts';
import type { Session } from '../session/session.ts';

interface Done {
  readonly warnings: readonly string[];
}

/** Rejects with `not-offered` where the server keeps its data elsewhere. */
export function readRaft(session: Session, signal?: AbortSignal): Promise<RaftStatus> {
  return session.run(async (caller) => {
    const peers = await configuration(caller);
    const at = new Date().toISOString();
    try {
      const [{ state, servers }, settings] = await Promise.all([
        autopilotState(caller),
        autopilotSettings(caller),
      ]);
      return { at, state, settings, peers: peers.map((peer) => ({ ...peer, ...servers.get(peer.nodeId) })) };
    } catch (failure) {
      const autopilotProblem = asAppError(failure);
      if (autopilotProblem.kind === 'cancelled') throw failure;
      return { at, peers, autopilotProblem };
    }
  }, signal);
}

/** Takes a node out of the cluster once its ID was typed. */
export async function removeRaftPeer(session: Session, nodeId: string, signal?: AbortSignal): Promise<Done> {
  const peers = session.limitedUse ? [] : await session.run(configuration, signal);
  const peer = peers.find((one) => one.nodeId === nodeId);
  if (peers.length > 0 && peer === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'nodeId',
      message: `The cluster has no node “${nodeId}”. Nothing was sent.`,
      hint: 'Refresh the list.',
    });
  const voters = peers.filter(({ voter }) => voter).length - (peer?.voter === true ? 1 : 0);
  const question: Question = {
    title: 'Remove this node from the cluster?',
    facts: [
      { name: 'Node', value: nodeId },
      ...(peer === undefined ? [] : [{ name: 'Address', value: peer.address }]),
    ],
    body: [
      ...(peer?.leader === true ? ['It is the leader: another node must take over.'] : []),
      'It no longer takes part. To join again its data must be deleted first.',
      ...(peer === undefined ? [] : [leftInWords(voters)]),
    ],
    action: 'Remove node',
    typedName: nodeId,
  };
  return session.run(async (caller) => {
    const { warnings } = await removePeer({ ...caller, consent: { question } }, nodeId);
    return { warnings };
  }, signal);
}

export function saveAutopilot(
  session: Session,
  settings: AutopilotSettings,
  signal?: AbortSignal,
): Promise<Done> {
  const question: Question = {
    title: 'Change the settings of autopilot?',
    facts: [
      {
        name: 'Dead servers',
        value: settings.cleanupDeadServers
          ? `removed after ${settings.deadServerLastContactThreshold}, down to ${String(settings.minQuorum)} voters`
          : `kept (if removed: after ${settings.deadServerLastContactThreshold}, down to ${String(settings.minQuorum)} voters)`,
      },
      { name: 'Healthy within', value: settings.lastContactThreshold },
      { name: 'Votes after', value: settings.serverStabilizationTime },
      { name: 'Most log entries behind', value: String(settings.maxTrailingLogs) },
    ],
    body: [
      'They decide when a node counts as healthy, when a new one votes, and whether dead ones are removed.',
    ],
    action: 'Change settings',
  };
  return session.run(async (caller) => {
    const { warnings } = await setAutopilotSettings({ ...caller, consent: { question } }, settings);
    return { warnings };
  }, signal);
}

/** The servers of the cluster; every other storage refuses in words of its own. */
export async function configuration(caller: Caller): ReturnType<typeof raftConfiguration> {
  try {
    return await raftConfiguration(caller);
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    const said = (error.serverErrors ?? []).join(' ');
    if (!/raft storage is not in use/i.test(said) && error.kind !== 'invalid-path') throw failure;
    throw new AppFailure({
      ...error,
      kind: 'not-offered',
      message: 'This server does not keep its data in raft.',
      hint: 'Nodes and snapshots are the concern of the storage that it uses.',
    });
  }
}

function leftInWords(voters: number): string {
  const left = `${String(voters)} ${voters === 1 ? 'voter is' : 'voters are'} left`;
  const tolerated = Math.max(0, Math.ceil(voters / 2) - 1);
  return `${left}: the cluster tolerates ${String(tolerated)} ${tolerated === 1 ? 'failure' : 'failures'} then.`;
}
