/** The raft cluster: its peers with autopilot's facts about them, and changes of both. */
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import { counted } from '../../../shared/vault/counted.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { Fields } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { RaftPeer, RaftStatus } from '../../../shared/vault/raft.ts';
import { spareVoters } from '../../../shared/vault/tolerance.ts';
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
import type { Cancellable, Session } from '../session/session.ts';
import { change, changed, type Changed } from '../session/change.ts';

/** Reads peers and autopilot. Rejects with `not-offered` if the server uses another storage. */
export function readRaft(session: Session, signal?: AbortSignal): Promise<RaftStatus> {
  return session.run(async (caller) => {
    const peers = await configuration(caller);
    const at = new Date().toISOString();
    try {
      const [{ state, servers }, settings] = await Promise.all([
        autopilotState(caller),
        autopilotSettings(caller),
      ]);
      return { at, state, settings, peers: peers.map((peer) => ({ ...servers.get(peer.nodeId), ...peer })) };
    } catch (failure) {
      const autopilotProblem = asAppError(failure);
      if (autopilotProblem.kind === 'cancelled') throw failure;
      return { at, peers, autopilotProblem };
    }
  }, signal);
}

/** Removes a node from the cluster once its ID was typed. */
export async function removeRaftPeer(
  session: Session,
  { nodeId }: Fields<'raft.removePeer'>,
  { signal }: Cancellable,
): Promise<Changed> {
  const peers = session.limitedUse ? [] : (await readRaft(session, signal)).peers;
  const peer = peers.find((one) => one.nodeId === nodeId);
  if (peers.length > 0 && peer === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'nodeId',
      message: `The cluster has no node “${nodeId}”. Nothing was sent.`,
      hint: 'Refresh the list.',
    });
  const leader = peers.find((one) => one.leader);
  const question: Question = {
    title: 'Remove this node from the cluster?',
    facts: [
      ...(peer === undefined ? [] : [{ name: 'Address', value: peer.address }]),
      ...(leader === undefined
        ? []
        : [{ name: 'Leader', value: `${leader.nodeId} (${leader.address}), which removes it` }]),
      ...(peer === undefined ? [] : leftFacts(peers.filter((one) => one !== peer && one.voter))),
    ],
    notes: peer?.leader === true ? [notice('It is the leader: another node must take over.')] : [],
    action: 'Remove node',
    typedName: nodeId,
  };
  return changed(session, question, (caller) => removePeer(caller, nodeId), signal);
}

export const saveAutopilot = change(
  { title: 'Change the Autopilot settings?', action: 'Change settings' },
  (caller, { settings }: Fields<'raft.saveAutopilot'>) => setAutopilotSettings(caller, settings),
);

/** Reads the servers of the cluster; turns the refusal of any other storage into `not-offered`. */
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
      hint: 'Its own storage manages nodes and snapshots.',
    });
  }
}

/** Voters left without the node, as autopilot reports them. */
function leftFacts(voters: readonly RaftPeer[]): readonly PromptFact[] {
  const left = String(voters.length);
  if (voters.some(({ healthy }) => healthy === undefined))
    return [prose('Voters left', `${left}; unknown how many are alive`)];
  const living = voters.filter(({ healthy }) => healthy === true).length;
  const spare = spareVoters(living, voters.length);
  const tolerates =
    spare < 0 ? 'too few: the cluster stops working' : `tolerates ${counted(spare, 'failure')}`;
  return [
    {
      ...prose(
        'Voters left',
        `${left}, ${living === voters.length ? 'all' : String(living)} alive; ${tolerates}`,
      ),
      ...(spare < 0 ? { notice: true as const } : {}),
    },
  ];
}
