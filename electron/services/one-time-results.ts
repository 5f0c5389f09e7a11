/** One-time results that the user of a session comes to see: its own, and those of sessions that are not locked. */
import type { Answers } from '../core/credentials/large-answers.ts';
import type { DraftOwnerParts } from '../core/entries/draft-owner.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';

/** Finds them; `sessions` tells which ones are locked. */
export function oneTimeResultsIn(
  answers: Pick<Answers, 'listAtRisk' | 'discard' | 'forgetDismissed'>,
  sessions: () => Pick<Sessions, 'lockedName'>,
): DraftOwnerParts['oneTimeResults'] {
  /** True for results hidden until this session unlocks. */
  const isComingToLight = (sessionId: string, owner = ''): boolean =>
    owner === sessionId || sessions().lockedName(owner) === undefined;
  const comingToLight = (sessionId: string, except?: string) =>
    answers
      .listAtRisk()
      .filter((one) => one.answerId !== except && isComingToLight(sessionId, one.sessionId));
  const forgetDismissed = (sessionId: string): void =>
    answers.forgetDismissed((owner) => isComingToLight(sessionId, owner));
  return {
    count: (sessionId, except) => comingToLight(sessionId, except).length,
    discard: (sessionId, agreement, except) => {
      answers.discard(
        comingToLight(sessionId, except).map(({ answerId }) => answerId),
        agreement,
      );
      forgetDismissed(sessionId);
    },
    forgetDismissed,
  };
}
