/**
 * Unsaved edits are for whoever made them. A locked session that is unlocked with somebody else's token shows them to
 * nobody: they are discarded, if that is confirmed, or the session stays locked. Where the server cannot say whose token
 * it is, the person is asked.
 */
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { cancelled } from './connect.ts';
import type { Drafts } from './drafts.ts';
import { compareHolders, holderInWords } from './holder.ts';
import type { TokenHolder } from './holder.ts';

export interface DraftOwnerParts {
  readonly ask: (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;
  readonly drafts: Pick<Drafts, 'list' | 'dropSession'>;
}

/** Decides what becomes of a session's drafts before it is unlocked. Rejects with `cancelled` where it must stay locked. */
export async function settleDrafts(
  { ask, drafts }: DraftOwnerParts,
  sessionId: string,
  before: TokenHolder,
  now: TokenHolder,
  signal?: AbortSignal,
): Promise<void> {
  const count = drafts.list(sessionId).length;
  const likeness = compareHolders(before, now);
  if (count === 0 || likeness === 'same') return;
  const edits = count === 1 ? 'an unsaved edit' : `${count} unsaved edits`;
  const [them, waits] = count === 1 ? ['it', 'waits'] : ['them', 'wait'];
  if (likeness === 'unknown') {
    const mine = await ask(
      {
        kind: 'confirm',
        title: count === 1 ? 'Is this unsaved edit yours?' : 'Are these unsaved edits yours?',
        body: [
          `Before the lock, ${edits} began here with another token (“${holderInWords(before)}”) than the one you have just used (“${holderInWords(now)}”). The server does not say whether both belong to the same person.`,
          `If you go on, you see ${them} with all the values. If not, you are asked whether to discard ${them}.`,
        ],
        action: 'Mine: show them',
        destructive: false,
      },
      signal,
    );
    if (mine.kind === 'submit') return;
  }
  const discard = await ask(
    {
      kind: 'confirm',
      title: `Discard ${edits}?`,
      body: [
        `“${holderInWords(before)}” left ${edits} here; the token you used belongs to “${holderInWords(now)}”, who must not see ${them}.`,
        `To keep ${them}, cancel: the connection stays locked, and ${edits} ${waits} for a token of “${holderInWords(before)}”.`,
      ],
      action: 'Discard and unlock',
      destructive: true,
    },
    signal,
  );
  if (discard.kind === 'cancel') throw cancelled();
  drafts.dropSession(sessionId);
}
