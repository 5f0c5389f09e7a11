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
    return after.phase === 'idle' || after.startedHere === true
      ? undefined
      : 'Another participant started it.';
  if (before.nonce === after.nonce) {
    if (after.onlyHere === true && before.onlyHere !== true)
      return `${leaderWords(before, after)} only this node, now a standby, still has this rekey. ${resultWords(before)} Cancel it, and begin again at the new leader.`;
    return after.given < before.given
      ? 'The entered shares were refused: one of them was wrong. All must be entered again.'
      : undefined;
  }
  const lead = before.onlyHere === true ? 'unknown' : leadBetween(before.leader, after.leader);
  if (lead === 'moved' || lead === 'regained') return forgottenWords(before, after, lead);
  if (before.phase === 'shares' && after.phase === 'verification')
    return 'Another participant entered the last share and received the new shares. They must be verified now.';
  if (before.phase === 'verification' && after.phase === 'verification')
    return 'The verification started over: wrong shares were entered, or it was reset.';
  const isOver = before.given >= before.needed - 1;
  if (lead === 'unknown')
    return `It ended: ${isOver ? 'the last share was entered, ' : ''}it was cancelled, or ${forgetter(before)} has forgotten it. The server does not say which.${anotherWords(after)}`;
  if (after.phase !== 'idle')
    return 'Another participant cancelled it and began another one. Shares entered for the old one do not count.';
  return isOver
    ? 'It is over: another participant entered the last share, or cancelled it.'
    : 'Another participant cancelled it. The entered shares no longer count.';
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
      ? 'unless the last share was entered just before'
      : `unless the missing ${String(missing)} shares were entered just before`;
  return ceremony === 'generate-root'
    ? `It has made no root token, ${unless}.`
    : `No new shares exist and the old ones count, ${unless}.`;
}

function anotherWords({ phase }: CeremonyLook): string {
  return phase === 'idle'
    ? ''
    : ' Another one was started since: shares entered for the old one do not count.';
}

function forgetter({ leader, onlyHere }: CeremonyLook): string {
  return leader === undefined || onlyHere === true
    ? 'a server that was sealed or restarted'
    : `a leader that lost the lead or restarted (${leader.address} when it was last seen)`;
}
