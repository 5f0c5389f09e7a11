/**
 * The difference between two looks at a key ceremony, in words. A leader keeps ceremonies in its memory alone: they end
 * with its lead as well as by people. The server tells neither, so what cannot be told apart is said to be so.
 */
import type { CeremonyLeader, CeremonyStatus } from './ceremony.ts';

/** What of a look says how it ended. */
export type CeremonyLook = Pick<
  CeremonyStatus,
  'ceremony' | 'at' | 'phase' | 'nonce' | 'given' | 'needed' | 'leader' | 'onlyHere'
>;

/** What others, or a new leader, have done to it between two looks, in sentences; undefined: nothing that needs saying. */
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

/** Only a leader itself says since when it leads: seen from a standby, the same leader may have lost it in between. */
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
      : `The leader ${after.leader?.address ?? ''} lost the lead or restarted, and leads again since ${clock(after.leader?.since ?? after.at)}; it has forgotten`;
  const what = before.ceremony === 'generate-root' ? 'this root generation' : 'this rekey';
  return `${told} ${what}. ${resultWords(before)}${after.phase === 'idle' ? ' Begin again.' : anotherWords(after)}`;
}

function leaderWords(before: CeremonyLook, after: CeremonyLook): string {
  return `The leader changed from ${before.leader?.address ?? ''} to ${after.leader?.address ?? ''} between ${clock(before.at)} and ${clock(after.at)};`;
}

/** Shares that were given after the last look were seen by nobody here. */
function resultWords({ ceremony, phase, given, needed }: CeremonyLook): string {
  if (phase === 'verification')
    return 'The new shares do not count and the old ones do, unless the verification was completed just before.';
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

/** This machine's time of day. */
function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}
