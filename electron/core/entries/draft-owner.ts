/**
 * Restricts unsaved edits and one-time results to their author. If a locked session is unlocked with another user's
 * token, they stay hidden: they are discarded after a confirmation, or the session stays locked. If the server cannot
 * say whose token it is, the user is asked.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { Agreement } from '../credentials/agreement.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { agreeToLose } from '../gates/once.ts';
import type { Drafts } from './drafts.ts';
import { compareHolders, holderInWords } from '../session/holder.ts';
import type { TokenHolder } from '../session/holder.ts';
import type { Ask } from '../platform.ts';

export interface DraftOwnerParts {
  readonly ask: Ask;
  readonly drafts: Pick<Drafts, 'list' | 'dropSession' | 'forgetDropped'>;
  /** One-time results that the session would show: its own, and those that belong to no open session. */
  readonly oneTimeResults: {
    readonly count: (sessionId: string, except?: string) => number;
    /** Forgets them for good; `except`: the response that contained the new token. */
    readonly discard: (sessionId: string, agreement: Agreement, except?: string) => void;
    /** Forgets dismissed results for good, which the new user of the session could restore. */
    readonly forgetDismissed: (sessionId: string) => void;
  };
}

/** Holders of a session's old and new token. */
interface ChangeOfHolder {
  readonly before: TokenHolder;
  readonly now: TokenHolder;
  /** A locked session, an open one, or one on another cluster, where the old content does not belong. */
  readonly where: 'locked' | 'open' | 'elsewhere';
  /** The response that contained the new token; it is not an earlier result. */
  readonly answerId?: string;
}

/** Settles a session's edits and results before it gets the new token. Rejects with `cancelled` if it must not. */
export async function settleDrafts(
  { ask, drafts, oneTimeResults }: DraftOwnerParts,
  sessionId: string,
  { before, now, where, answerId }: ChangeOfHolder,
  signal?: AbortSignal,
): Promise<void> {
  const [edits, answers] = [drafts.list(sessionId).length, oneTimeResults.count(sessionId, answerId)];
  const count = edits + answers;
  const likeness = where === 'elsewhere' ? 'other' : compareHolders(before, now);
  if (likeness === 'same') return;
  if (count === 0) {
    drafts.forgetDropped(sessionId);
    oneTimeResults.forgetDismissed(sessionId);
    return;
  }
  const records = [
    ...(edits === 0 ? [] : [edits === 1 ? 'an unsaved edit' : `${edits} unsaved edits`]),
    ...(answers === 0 ? [] : [answers === 1 ? 'a one-time result' : `${answers} one-time results`]),
  ].join(' and ');
  const them = count === 1 ? 'it' : 'them';
  if (likeness === 'unknown') {
    const mine = await ask(
      {
        kind: 'confirm',
        title: titleOf(edits, answers),
        facts: holderFacts(before, now),
        body: [`Showing ${them} reveals all values; the tokens may belong to different people.`],
        action: 'Mine: show them',
        destructive: false,
      },
      signal,
    );
    if (mine.kind === 'submit') return;
  }
  const agreement = await agreeToLose(
    ask,
    {
      title: `Discard ${records}?`,
      facts: [
        ...holderFacts(before, now),
        where === 'elsewhere' ? prose('Server', 'of another cluster') : prose('Identity', 'another one'),
      ],
      body: [
        where === 'locked'
          ? `To keep ${them}, cancel: the session stays locked.`
          : `To keep ${them}, cancel: the session stays as it is.`,
      ],
      action: actions[where],
    },
    signal,
  );
  drafts.dropSession(sessionId);
  oneTimeResults.discard(sessionId, agreement, answerId);
}

function holderFacts(before: TokenHolder, now: TokenHolder): readonly PromptFact[] {
  return [prose('Left by', holderInWords(before)), prose('New token', holderInWords(now))];
}

const actions = {
  locked: 'Discard and unlock',
  open: 'Discard and switch',
  elsewhere: 'Discard and log in',
} as const;

function titleOf(edits: number, answers: number): string {
  if (edits + answers === 1)
    return edits === 1 ? 'Is this unsaved edit yours?' : 'Is this one-time result yours?';
  if (answers === 0) return 'Are these unsaved edits yours?';
  return edits === 0 ? 'Are these one-time results yours?' : 'Are these edits and results yours?';
}
