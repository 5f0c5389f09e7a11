/**
 * Operator's actions on the cluster as a whole: rotating the encryption key, sealing, stepping down. Each is asked
 * about in the secure prompt with its effect; the gate of consequences would ask anyway.
 */
import { notice } from '../../../shared/ipc/prompt-notes.ts';
import type { KeyRotation } from '../../../shared/vault/cluster.ts';
import {
  readKeyRotation,
  rotateEncryptionKey,
  seal,
  stepDown,
  writeKeyRotation,
} from '../../vault/api/rotate.ts';
import type { Question } from '../../vault/http/types.ts';
import { hostOf } from '../../vault/http/address.ts';
import { leaderFact, leaderOf, onlyAtLeader } from '../administration/leader.ts';
import type { Session } from '../session/session.ts';

export type ClusterAction = 'rotate' | 'seal' | 'step-down';

/** Performs the action, once the user has agreed. Rejects with `cancelled`, or the server's error. */
export async function actOnCluster(
  session: Session,
  action: ClusterAction,
  signal: AbortSignal,
): Promise<object> {
  const { address } = session.view();
  const leader = await leaderOf(session, signal);
  // A standby answers as if it had stepped down, and its refusal to be sealed does not name the leader.
  if (action === 'seal') onlyAtLeader(leader, 'can be sealed', address);
  if (action === 'step-down') onlyAtLeader(leader, 'can step down', address);
  const question: Question = { ...questionOf(action, hostOf(address)), facts: leaderFact(leader) };
  const act = { rotate: rotateEncryptionKey, seal, 'step-down': stepDown }[action];
  await session.run((caller) => act({ ...caller, consent: { question } }), signal);
  // Shows the sealed server as the session's trouble now, not only at the next look.
  if (action === 'seal') await session.refresh(signal);
  return {};
}

/** Reads the schedule of automatic rotation. */
export function keyRotation(session: Session, signal: AbortSignal): Promise<KeyRotation> {
  return session.run(readKeyRotation, signal);
}

/** Changes that schedule, once the user has agreed; returns the one the server has then. */
export async function setKeyRotation(
  session: Session,
  rotation: KeyRotation,
  signal: AbortSignal,
): Promise<KeyRotation> {
  const question: Question = {
    title: 'Change automatic rotation?',
    facts: leaderFact(await leaderOf(session, signal)),
    notes: rotation.enabled ? [] : [notice('A key that encrypts too much gets weaker.')],
    action: 'Change rotation',
  };
  return session.run(async (caller) => {
    await writeKeyRotation({ ...caller, consent: { question } }, rotation);
    return readKeyRotation(caller);
  }, signal);
}

function questionOf(action: ClusterAction, host: string): Question {
  switch (action) {
    case 'rotate':
      return { title: 'Rotate the encryption key?', action: 'Rotate key' };
    case 'seal':
      return { title: 'Seal this node?', action: 'Seal', typedName: host };
    case 'step-down':
      return { title: 'Step down?', action: 'Step down' };
  }
}
