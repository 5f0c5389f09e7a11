/** Creates tokens: only the fields that the user set are sent, the rest is left to the server. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { TokenOptions } from '../../../shared/vault/token-work.ts';
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

/** Creates a token, once; the response is held until the user dismisses it. Rejects with the server's refusal. */
export async function create(
  parts: CreateParts,
  options: TokenOptions,
  signal?: AbortSignal,
): Promise<AnswerView> {
  const { session, secrets, answers } = parts;
  const parent = parentOf(options);
  const id = options.idRef === undefined ? undefined : secrets.read(options.idRef).secret.trim();
  const fields = { ...tokenFields(options), ...(id === undefined || id === '' ? {} : { id }) };
  const wrapTtl = options.wrapTtl.trim();
  const startedMs = performance.now();
  try {
    const answer = await session.run(
      (caller) => createToken(caller, parent, fields, wrapTtl === '' ? {} : { wrapTtl }),
      signal,
    );
    if (options.idRef !== undefined) secrets.dismiss(options.idRef);
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
export function tokenFields(options: TokenOptions): Readonly<Record<string, unknown>> {
  const text = (name: string, value: string): object => {
    const trimmed = value.trim();
    return trimmed === '' ? {} : { [name]: trimmed };
  };
  return {
    ...(options.policies.length === 0 ? {} : { policies: options.policies }),
    ...(options.noDefaultPolicy ? { no_default_policy: true } : {}),
    ...(options.type === 'default' ? {} : { type: options.type }),
    ...text('ttl', options.ttl),
    ...text('explicit_max_ttl', options.explicitMaxTtl),
    ...text('period', options.period),
    ...(options.numUses === 0 ? {} : { num_uses: options.numUses }),
    // Batch tokens are never renewable; the server accepts their request without the field.
    ...(options.renewable ? {} : { renewable: false }),
    ...text('display_name', options.displayName),
    ...text('entity_alias', options.entityAlias),
    ...(Object.keys(options.meta).length === 0 ? {} : { meta: options.meta }),
  };
}

function parentOf({ parent, role }: TokenOptions): TokenParent {
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
