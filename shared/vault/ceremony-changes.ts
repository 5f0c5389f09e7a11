/**
 * The difference between two readings of a key ceremony, in words. Only the leader's memory holds a ceremony: it ends
 * with a change of leader or by a user's action. The server reports neither, so the text names both if in doubt.
 */
import { exactUtc } from './relative-time.ts';
import type { CeremonyLeader, CeremonyStatus } from './ceremony.ts';

/** Facts of a reading that explain how a ceremony ended. */
export type CeremonyLook = Pick<
  CeremonyStatus,
  'ceremony' | 'at' | 'phase' | 'nonce' | 'given' | 'needed' | 'leader' | 'onlyHere'
>;

/** Actions of others or a new leader between two readings, in sentences; undefined without any to report. */
export function changedElsewhere(
  before: CeremonyLook,
  after: CeremonyLook & Partial<Pick<CeremonyStatus, 'startedHere'>>,
): string | undefined {
  if (before.ceremony !== after.ceremony) return undefined;
  if (before.phase === 'idle')
    return after.phase === 'idle' || after.startedHere === true ? undefined : 'Somebody else has begun it.';
  if (before.nonce === after.nonce) {
    if (after.onlyHere === true && before.onlyHere !== true)
      return `${leaderWords(before, after)} only this node, now a standby, still has this rekey. ${resultWords(before)} Cancel it, and begin again at the new leader.`;
    return after.given < before.given
      ? 'The shares given so far were refused: one of them was wrong. All must be given again.'
      : undefined;
  }
  const lead = before.onlyHere === true ? 'unknown' : leadBetween(before.leader, after.leader);
  if (lead === 'moved' || lead === 'regained') return forgottenWords(before, after, lead);
  if (before.phase === 'shares' && after.phase === 'verification')
    return 'Somebody else gave the last share and has received the new shares. They are to be verified now.';
  if (before.phase === 'verification' && after.phase === 'verification')
    return 'The verification started over: wrong shares were given, or somebody reset it.';
  const isOver = before.given >= before.needed - 1;
  if (lead === 'unknown')
    return `It ended: ${isOver ? 'somebody else has given the last share, ' : ''}somebody has cancelled it, or ${forgetter(before)} has forgotten it. The server does not say which.${anotherWords(after)}`;
  if (after.phase !== 'idle')
    return 'Somebody else has cancelled it and begun another one. Shares given to the old one do not count.';
  return isOver
    ? 'It is over: somebody else has given the last share, or cancelled it.'
    : 'Somebody else has cancelled it. The shares given so far do not count any more.';
}

type Lead = 'same' | 'moved' | 'regained' | 'unknown';

/** Only a leader reports since when it leads: seen from a standby, it could have lost and regained the lead. */
function leadBetween(before: CeremonyLeader | undefined, after: CeremonyLeader | undefined): Lead {
  if (before === undefined || after === undefined) return 'unknown';
  if (before.address !== after.address) return 'moved';
  if (before.since === '' || after.since === '') return 'unknown';
  return before.since === after.since ? 'same' : 'regained';
}

function forgottenWords(before: CeremonyLook, after: CeremonyLook, lead: 'moved' | 'regained'): string {
  const told =
    lead === 'moved'
      ? `${leaderWords(before, after)} the new leader has forgotten`
      : `The leader ${after.leader?.address ?? ''} lost the lead or restarted, and leads again since ${exactUtc(after.leader?.since ?? after.at)}; it has forgotten`;
  const what = before.ceremony === 'generate-root' ? 'this root generation' : 'this rekey';
  return `${told} ${what}. ${resultWords(before)}${after.phase === 'idle' ? ' Begin again.' : anotherWords(after)}`;
}

function leaderWords(before: CeremonyLook, after: CeremonyLook): string {
  return `The leader changed from ${before.leader?.address ?? ''} to ${after.leader?.address ?? ''} between ${exactUtc(before.at)} and ${exactUtc(after.at)};`;
}

/** The last reading misses shares given after it. */
function resultWords({ ceremony, phase, given, needed }: CeremonyLook): string {
  if (phase === 'verification')
    return 'The old shares still count, unless the verification was completed just before.';
  const missing = needed - given;
  const unless =
    missing === 1
      ? 'unless the last share was given just before'
      : `unless the missing ${String(missing)} shares were given just before`;
  return ceremony === 'generate-root'
    ? `No root token exists of it, ${unless}.`
    : `No new shares exist and the old ones count, ${unless}.`;
}

function anotherWords({ phase }: CeremonyLook): string {
  return phase === 'idle'
    ? ''
    : ' Another one has been begun since: shares given to the old one do not count.';
}

function forgetter({ leader, onlyHere }: CeremonyLook): string {
  return leader === undefined || onlyHere === true
    ? 'a server that was sealed or restarted'
    : `a leader that lost the lead or restarted (${leader.address} when it was last seen)`;
}
