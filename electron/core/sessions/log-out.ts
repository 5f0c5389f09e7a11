/** Logs out: one question with two choices, and their effects on the token. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { unsavedWork } from '../../../shared/vault/counted.ts';
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { revocation, revokeToken } from '../../vault/api/token-operations.ts';
import type { Question } from '../../vault/http/types.ts';
import type { Choice } from '../gates/consequence.ts';
import type { Session } from '../session/session.ts';
import { asWrite } from '../session/write-scope.ts';
import { holderInWords } from '../session/holder.ts';
import { identityFacts } from '../session/token-words.ts';
import { isRoot } from '../tokens/revoke-words.ts';

export interface LogOutFacts {
  /** Paths of unsaved edits, which end with the session. */
  readonly edits: readonly string[];
  /** Names of other open sessions with the same token. */
  readonly alsoUsedBy: readonly string[];
  /** The token of the login, if another one has replaced it. */
  readonly loginToken?: TokenFacts | undefined;
  readonly nowMs: number;
}

/**
 * Asks how to log out, and revokes the token if chosen; `revoked` says so. Rejects with `cancelled`, and with the
 * server's refusal, after which nothing has changed.
 */
export async function askAndRevoke(
  session: Session,
  facts: LogOutFacts,
  signal?: AbortSignal,
): Promise<{ readonly revoked: boolean }> {
  const { question, choices } = logOutQuestion(session.view(), facts);
  if (choices === undefined) {
    await session.confirm(question, [], signal);
    return { revoked: false };
  }
  const { value, confirmed } = await session.choose(question, choices, signal);
  if (value !== 'revoke') return { revoked: false };
  const consent = { confirmed };
  // Completes even if the call is aborted: the user must be able to rely on the revocation.
  await asWrite(() => session.run((caller) => revokeToken({ ...caller, consent }, { by: 'self' })));
  return { revoked: true };
}

/** The question; without choices if the token cannot be revoked. */
export function logOutQuestion(
  { token, trouble, inKeychain = false }: SessionView,
  { edits, alsoUsedBy, loginToken, nowMs }: LogOutFacts,
): { readonly question: Question; readonly choices?: readonly Choice[] } {
  const lost = loginToken === undefined ? [] : [staysAlive(loginToken, nowMs)];
  const facts = [...identityFacts(token), ...editFacts(edits)];
  const loses = edits.length > 0;
  const title = loses
    ? `Log out and lose ${unsavedWork({ drafts: edits.length, oneTimeResults: 0 })}?`
    : 'Log out?';
  const valid = `${validity(token, nowMs)}${inKeychain ? ' The keychain keeps its copy.' : ''}`;
  const why =
    trouble?.kind === 'unauthenticated'
      ? 'The token is no longer valid.'
      : token.type === 'batch'
        ? `A batch token cannot be revoked. ${valid}`
        : undefined;
  if (why !== undefined)
    return { question: { title, facts, body: [why, ...lost], action: 'Log out', destructive: loses } };
  const root = isRoot(token) ? ' A new root token takes a quorum of key shares.' : '';
  const others = alsoUsedBy.join(', ');
  return {
    question: { title, facts, body: lost, action: 'Log out', destructive: loses },
    choices: [
      {
        value: 'forget',
        label: 'Forget locally',
        hint: others === '' ? valid : `${valid} Still used by: ${others}.`,
        action: 'Log out',
        destructive: loses,
        covered: [],
      },
      {
        value: 'revoke',
        label: 'Revoke on server',
        hint: `The token is revoked, with all tokens it created and their leases.${root}${others === '' ? '' : ` Also ends: ${others}.`}`,
        action: 'Revoke and log out',
        destructive: true,
        covered: [revocation({ by: 'self' })],
      },
    ],
  };
}

const MOST_NAMED = 5;

/** Names unsaved edits by their paths. */
export function editFacts(paths: readonly string[]): readonly PromptFact[] {
  const more = paths.length - MOST_NAMED;
  return [
    ...paths.slice(0, MOST_NAMED).map((value) => ({ name: 'Unsaved edit', value })),
    ...(more > 0 ? [prose('And', `${String(more)} more`)] : []),
  ];
}

function staysAlive(token: TokenFacts, nowMs: number): string {
  return `The token you logged in with, of “${holderInWords(token)}” (accessor ${token.accessor === '' ? 'not known' : token.accessor}), is not revoked. ${validity(token, nowMs)}`;
}

/** Remaining validity of the token and its copies, in a sentence. */
function validity(
  { noLookUp, expireTime, lookedUpAt, ttlSeconds }: SessionView['token'],
  nowMs: number,
): string {
  if (noLookUp === 'nothing') return 'Unknown how long the token stays valid.';
  if (expireTime === null) return 'The token never expires.';
  const left = Math.floor((Date.parse(lookedUpAt) + ttlSeconds * 1000 - nowMs) / 1000);
  if (left <= 0) return 'The token has expired.';
  return `The token stays valid for ${timeSpan(left * 1000)}.`;
}
