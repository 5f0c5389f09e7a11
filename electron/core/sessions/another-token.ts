/**
 * Replaces the token of an open session. A page could insert a token known to an attacker, and the user's changes
 * would be saved, audited and revocable under that identity. So the secure prompt shows both identities as the server
 * reports them, and unsaved edits are settled before another entity takes over.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { info, notice } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptNote, TrustChange, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { cancelled } from '../connection/connect.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import { settleDrafts } from '../entries/draft-owner.ts';
import type { DraftOwnerParts } from '../entries/draft-owner.ts';
import { tryToken } from '../login/token-login.ts';
import type { Ask } from '../platform.ts';
import { compareHolders, holderInWords } from '../session/holder.ts';
import type { Session } from '../session/session.ts';
import { identityFacts } from '../session/token-words.ts';

/** A token that main holds, and the response that contained it. */
export interface GivenToken {
  readonly token: string;
  readonly answerId: string;
}

/** Sources: `switch` and `beside` take a token from a response, `login` one that the user has just logged in with. */
export interface AnotherToken {
  readonly how: 'switch' | 'beside' | 'login';
  /** The connection's look in prompts. */
  readonly look: PromptLook;
  /** The present token of the session; undefined without a session. */
  readonly before: TokenFacts | undefined;
  /** Facts from its look-up just now. */
  readonly now: TokenFacts;
}

/**
 * Replaces a session's own token by one that has passed its look-up, after the user's consent. The lock stays with
 * the user who logged in. Rejects with `cancelled`, `conflict`, and the server's refusal of the token.
 */
export async function switchToken(
  parts: DraftOwnerParts,
  session: Session,
  look: PromptLook,
  { token, answerId }: GivenToken,
  signal?: AbortSignal,
): Promise<void> {
  const before = session.view().token;
  try {
    const now = await tryToken(session.client, token, (id) => session.hold(id), signal);
    await agreeToAnotherToken(parts.ask, { how: 'switch', look, before, now }, signal);
    await settleBeforeSwitch(parts, session, now, answerId, signal);
    if (session.view().token.accessor !== before.accessor)
      throw new AppFailure({
        kind: 'conflict',
        message: 'The token of this session has changed meanwhile. Nothing was switched.',
        hint: 'Try again.',
      });
    session.switchToken(token, now);
  } catch (failure) {
    throw new AppFailure(redactError(asAppError(failure), [token]));
  }
}

/** Settles unsaved work in an open session if the new token is another entity's. Rejects with `cancelled`. */
export async function settleBeforeSwitch(
  parts: DraftOwnerParts,
  session: Session,
  now: TokenFacts,
  answerId?: string,
  signal?: AbortSignal,
): Promise<void> {
  const { holder, sessionId } = session;
  // The same user is at the desk: only an entity that the server names differently counts.
  if (compareHolders(holder, now) !== 'other') return;
  const change = { before: holder, now, where: 'open' as const };
  await settleDrafts(
    parts,
    sessionId,
    { ...change, ...(answerId === undefined ? {} : { answerId }) },
    signal,
  );
}

/** Asks if a session may get another token. Rejects with `cancelled`. */
export async function agreeToAnotherToken(
  ask: Ask,
  change: AnotherToken,
  signal?: AbortSignal,
): Promise<void> {
  const answer = await ask(anotherTokenQuestion(change), signal);
  if (answer.kind === 'cancel') throw cancelled('Cancelled. The token is not in use.');
}

/** The question, with both identities. */
export function anotherTokenQuestion({ how, look, before, now }: AnotherToken): TrustedRequest {
  const likeness = before === undefined ? 'unknown' : compareHolders(before, now);
  return {
    kind: 'confirm-trust',
    ...titles[how === 'switch' && likeness === 'other' ? 'other' : how],
    name: look.name,
    colour: look.colour,
    ...environmentOf(look),
    changes: rowsOf(how === 'beside' ? undefined : before, now),
    notes:
      how === 'beside'
        ? [info('The new session acts, and is audited, with this token.')]
        : [
            ...(before === undefined || likeness === 'same' ? [] : [identityNote(before, now, likeness)]),
            info('The current token is not revoked.'),
          ],
  };
}

const titles = {
  switch: { title: 'Switch this session to another token?', action: 'Switch' },
  other: { title: 'Switch this session to another identity?', action: 'Switch' },
  login: { title: 'Log in as another identity?', action: 'Log in' },
  beside: { title: 'Open a new session with this token?', action: 'Open session' },
} as const;

function rowsOf(before: TokenFacts | undefined, now: TokenFacts): readonly TrustChange[] {
  const old = before === undefined ? [] : identityFacts(before);
  return identityFacts(now).map(({ name, value }, index) => ({
    what: name,
    before: old[index]?.value ?? '',
    after: value,
  }));
}

function identityNote(before: TokenFacts, now: TokenFacts, likeness: 'other' | 'unknown'): PromptNote {
  return notice(
    likeness === 'unknown'
      ? 'Unknown whether both tokens belong to the same person. From now on this session is audited with the new one.'
      : `Another identity: from now on this session is audited as “${holderInWords(now)}”, not “${holderInWords(before)}”.`,
  );
}
