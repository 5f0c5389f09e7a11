/**
 * Looks tokens up. By value or by accessor the token looked up pays no use; a look-up of the session's own costs a
 * limited-use token a use, which a screen says before it asks.
 */
import { indentJson, maskJson } from '../../../shared/vault/json-slices.ts';
import type { TokenChoice, TokenInspection } from '../../../shared/vault/token-work.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asText, dataOf } from '../../vault/api/fields.ts';
import { describeToken, factsFrom, hideRepeats, withoutRepeats } from '../../vault/api/token.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { Session } from '../session/session.ts';
import { aboutToken, whichToken } from './which-token.ts';

export interface TokenParts {
  readonly session: Session;
  readonly secrets: Pick<SecretStore, 'hold' | 'read'>;
}

/** Reads all facts about a token. Rejects with `invalid-input` if the server does not know it. */
export async function inspectToken(
  parts: TokenParts,
  choice: TokenChoice,
  signal?: AbortSignal,
): Promise<TokenInspection> {
  return inspect(parts, whichToken(parts.secrets, choice), signal);
}

/** Inspects an already resolved token; the session takes over the facts of its own. */
export async function inspect(
  parts: TokenParts,
  which: WhichToken,
  signal?: AbortSignal,
): Promise<TokenInspection> {
  const { session } = parts;
  const answer = await session.run(
    (caller) => aboutToken(session, caller, which, (by) => lookupToken(by, which)),
    signal,
  );
  const told = dataOf(answer);
  const id = which.by === 'accessor' ? '' : asText(told['id']);
  const data = withoutRepeats(told, id);
  const description = describeToken(data, Date.now());
  const raw = rawWithout(answer, ['data', 'id'], id);
  if (which.by === 'self') {
    const ref = session.hold(id);
    session.know({ id: ref, ...factsFrom(data, Date.now()) });
    return { ...description, id: ref, raw };
  }
  if (isOwn(session, description.accessor))
    session.know({ id: session.view().token.id, ...factsFrom(data, Date.now()) });
  return id === ''
    ? { ...description, raw }
    : { ...description, id: parts.secrets.hold(session.sessionId, 'token-id', id), raw };
}

/** True if the accessor is that of the session's own token. A batch token has none. */
export function isOwn(session: Session, accessor: string): boolean {
  return accessor !== '' && session.holder.accessor === accessor;
}

/** The response indented; a credential in it is masked with dots. */
export function rawWithout(answer: VaultAnswer, at: readonly string[], credential: string): string {
  if (answer.text === '') return '';
  if (credential === '') return indentJson(answer.text);
  return indentJson(hideRepeats(maskJson(answer.text, at), credential));
}
