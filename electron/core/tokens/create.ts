/** Creating a token: what a person set goes to the server, everything else is left to it. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { TokenWish } from '../../../shared/vault/token-work.ts';
import { createPath, createToken } from '../../vault/api/token-operations.ts';
import type { TokenParent } from '../../vault/api/token-operations.ts';
import type { Answers } from '../credentials/large-answers.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { Session } from '../session/session.ts';
import { asAppError, redactError } from '../connection/trouble.ts';

export interface CreateParts {
  readonly session: Session;
  readonly secrets: Pick<SecretStore, 'read' | 'dismiss'>;
  readonly answers: Pick<Answers, 'hold'>;
}

/** Makes a token, once; the answer is held until a person dismisses it. Rejects with the server's refusal. */
export async function create(parts: CreateParts, wish: TokenWish, signal?: AbortSignal): Promise<AnswerView> {
  const { session, secrets, answers } = parts;
  const parent = parentOf(wish);
  const id = wish.idRef === undefined ? undefined : secrets.read(wish.idRef).secret.trim();
  const fields = { ...tokenFields(wish), ...(id === undefined || id === '' ? {} : { id }) };
  const wrapTtl = wish.wrapTtl.trim();
  const startedMs = performance.now();
  try {
    const answer = await session.run(
      (caller) => createToken(caller, parent, fields, wrapTtl === '' ? {} : { wrapTtl }),
      signal,
    );
    if (wish.idRef !== undefined) secrets.dismiss(wish.idRef);
    return await answers.hold({
      sessionId: session.sessionId,
      title: wrapTtl === '' ? 'New token' : 'New token, wrapped',
      method: 'POST',
      path: createPath(parent),
      answer,
      elapsedMs: performance.now() - startedMs,
      once: true,
      values: 'plain',
    });
  } catch (failure) {
    throw new AppFailure(redactError(asAppError(failure), id === undefined ? [] : [id]));
  }
}

/** The fields of the request: only those that were set. */
export function tokenFields(wish: TokenWish): Readonly<Record<string, unknown>> {
  const text = (name: string, value: string): object => {
    const trimmed = value.trim();
    return trimmed === '' ? {} : { [name]: trimmed };
  };
  return {
    ...(wish.policies.length === 0 ? {} : { policies: wish.policies }),
    ...(wish.noDefaultPolicy ? { no_default_policy: true } : {}),
    ...(wish.type === 'default' ? {} : { type: wish.type }),
    ...text('ttl', wish.ttl),
    ...text('explicit_max_ttl', wish.explicitMaxTtl),
    ...text('period', wish.period),
    ...(wish.numUses === 0 ? {} : { num_uses: wish.numUses }),
    // Batch tokens never are, and the server refuses nothing by leaving it out.
    ...(wish.renewable ? {} : { renewable: false }),
    ...text('display_name', wish.displayName),
    ...text('entity_alias', wish.entityAlias),
    ...(Object.keys(wish.meta).length === 0 ? {} : { meta: wish.meta }),
  };
}

function parentOf({ parent, role }: TokenWish): TokenParent {
  if (parent !== 'role') return parent;
  const name = role.trim();
  if (name !== '' && !name.includes('/')) return { role: name };
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'role',
    message:
      name === ''
        ? 'A token by role needs the name of a role. Nothing was sent.'
        : 'The name of a role has no slash. Nothing was sent.',
    hint: 'Choose a role, or create the token without one.',
  });
}
