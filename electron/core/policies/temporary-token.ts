/**
 * Gets the server's answer for a set of policies without a token: creates a token with exactly these, asks for its
 * capabilities by its accessor, and ends it. The user agrees first. The token lives half a minute and has one use,
 * and that use ends it: a request with it, granted or refused, is its last, so that its removal needs no permission.
 * Its value stays in this function; the call completes even if the session locks or closes meanwhile.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { capabilitiesByAccessor, capabilitiesSelf } from '../../vault/api/capabilities.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asObject, asText, asTexts } from '../../vault/api/fields.ts';
import { createPath, createToken, revocation, revokeToken } from '../../vault/api/token-operations.ts';
import type { Confirmed, Question } from '../../vault/http/types.ts';
import { requestFact } from '../gates/question.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import type { Session } from '../session/session.ts';
import { outsideWrites } from '../session/write-scope.ts';

export interface AnswerForSet {
  readonly capabilities: ReadonlyMap<string, ReadonlySet<string>>;
  /** The policies that the token actually had. */
  readonly policies: readonly string[];
  /** True if it was a child of the session's token, and so of its entity. */
  readonly isChild: boolean;
  /** Further events, in sentences. */
  readonly notes: readonly string[];
}

const TTL_SECONDS = 30;

/**
 * Asks the user, then the server. Rejects with `cancelled`, and with the server's refusal, which also says if the
 * token could not be ended.
 */
export async function capabilitiesOfSet(
  session: Session,
  names: readonly string[],
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<AnswerForSet> {
  if (names.includes('root'))
    throw new AppFailure({
      kind: 'invalid-input',
      message: 'The root policy allows everything. No token is created for it.',
    });
  if (session.limitedUse)
    throw new AppFailure({
      kind: 'invalid-request',
      message: 'A token with limited uses cannot create another token. Nothing was sent.',
    });
  const isChild = await needsParent(session, signal);
  const confirmed = await session.confirm(question(names, isChild), [revocation({ by: 'self' })], signal);
  // Runs without the signal from here on: a created token must be ended.
  return session.run((caller) => createAskAndEnd(session, caller, { names, paths, isChild, confirmed }));
}

/** True if the token must be a child. Rejects with `forbidden` if creating or querying it is not permitted. */
async function needsParent(session: Session, signal: AbortSignal | undefined): Promise<boolean> {
  const [orphan, child, asked] = [createPath('none'), createPath('mine'), 'sys/capabilities-accessor'];
  const rights = await session.run((caller) => capabilitiesSelf(caller, [orphan, child, asked]), signal);
  const has = (path: string, ...all: readonly string[]): boolean => {
    const found = rights.get(path) ?? new Set();
    return found.has('root') || all.every((one) => found.has(one));
  };
  const writes = (path: string): boolean => has(path, 'update') || has(path, 'create');
  const missing = !writes(asked) ? asked : writes(child) || has(orphan, 'update', 'sudo') ? undefined : child;
  if (missing !== undefined)
    throw new AppFailure({
      kind: 'forbidden',
      path: missing,
      method: 'POST',
      message: `The server does not permit this token to change “${missing}”. No token was created.`,
      hint: `A policy of this token must grant “update” on the API path “${missing}”.`,
    });
  return !has(orphan, 'update', 'sudo');
}

function question(names: readonly string[], isChild: boolean): Question {
  return {
    title: 'Create a token for this test?',
    facts: [
      { name: names.length === 1 ? 'Policy' : 'Policies', value: names.join(', ') },
      prose(
        'Token',
        `${isChild ? 'child of yours' : 'orphan'}, ${String(TTL_SECONDS)} s, 1 use, never shown`,
      ),
      {
        name: 'Created by',
        value: requestFact({ method: 'POST', path: createPath(isChild ? 'mine' : 'none') }).value,
      },
      // The revocation is asked about below; it must not read as one of the own token.
      prose('Revoked by', 'the new token itself; yours stays'),
    ],
    action: 'Create and test',
    // The revoked token is that of the test.
    destructive: false,
  };
}

interface Work {
  readonly names: readonly string[];
  readonly paths: readonly string[];
  readonly isChild: boolean;
  readonly confirmed: Confirmed;
}

async function createAskAndEnd(
  session: Session,
  caller: Caller,
  { names, paths, isChild, confirmed }: Work,
): Promise<AnswerForSet> {
  const created = await createToken(caller, isChild ? 'mine' : 'none', {
    policies: names,
    no_default_policy: true,
    type: 'service',
    renewable: false,
    num_uses: 1,
    ttl: `${String(TTL_SECONDS)}s`,
    explicit_max_ttl: `${String(TTL_SECONDS)}s`,
    display_name: 'strongroom-policy-test',
  });
  const auth = asObject(asObject(created.json())['auth']);
  const token = asText(auth['client_token']);
  let capabilities: AnswerForSet['capabilities'] | undefined;
  let failure: unknown;
  try {
    // Runs as a read, which a lock, a close and a quit abort: none waits for it before the token is ended.
    capabilities = await outsideWrites(() =>
      session.run((reader) => capabilitiesByAccessor(reader, asText(auth['accessor']), paths)),
    );
  } catch (caught) {
    failure = caught;
  }
  const problem = await spend({ ...caller, token, repeatable: false, consent: { confirmed } }, token);
  const left =
    problem === undefined
      ? []
      : [
          `The token for this test could not be ended (${problem}). It expires within ${String(TTL_SECONDS)} s.`,
        ];
  if (capabilities === undefined) {
    const error = redactError(asAppError(failure), [token]);
    throw new AppFailure({ ...error, message: [error.message, ...left].join(' ') });
  }
  return {
    capabilities,
    policies: [...asTexts(auth['token_policies']), ...asTexts(auth['identity_policies'])],
    isChild,
    notes: [...created.warnings, ...left],
  };
}

/** Spends its one use; returns the reason of a failure. A refusal is a use. */
async function spend(caller: Caller, token: string): Promise<string | undefined> {
  if (token === '') return 'the server did not tell it';
  try {
    await revokeToken(caller, { by: 'self' });
    return undefined;
  } catch (failure) {
    const error = redactError(asAppError(failure), [token]);
    return error.kind === 'forbidden' || error.kind === 'unauthenticated' ? undefined : error.message;
  }
}
