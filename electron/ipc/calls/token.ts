/** `token.*`: one's own token and others', by value (held by main) or by accessor. */
import * as z from 'zod/mini';
import { accessorTable } from '../../work/accessors.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { ofSession } from '../../core/credentials/secrets.ts';
import { confirmRevocations, revocations } from '../../work/revocations.ts';
import { create } from '../../core/tokens/create.ts';
import { inspectToken } from '../../core/tokens/inspect.ts';
import type { TokenParts } from '../../core/tokens/inspect.ts';
import { renew } from '../../core/tokens/renew.ts';
import { revoke } from '../../core/tokens/revoke.ts';
import { whichToken } from '../../core/tokens/which-token.ts';
import { checkedTtl } from '../../core/wrapping/options.ts';
import { listTokenRoles } from '../../vault/api/token-operations.ts';
import type { Session } from '../../core/session/session.ts';
import type { Services } from '../../services/services.ts';
import { change, once, read, write } from '../presets.ts';
import { maybe } from './fields.ts';
import { accessor, incrementSeconds, tokenChoice, tokenOptions } from './service-fields.ts';

/** A session's token parts, without the credentials of other sessions. */
function of(session: Session, { secrets }: Services) {
  return { session, secrets: ofSession(secrets, session.sessionId) };
}

export const tokenCalls = [
  read('token.inspect', { token: tokenChoice }, (session, { token }, { services, signal }) =>
    inspectToken(of(session, services), token, signal),
  ),
  write(
    'token.renew',
    'Renew a token',
    { token: tokenChoice, incrementSeconds: maybe(incrementSeconds) },
    (session, { token, incrementSeconds }, { services, signal }) =>
      renew(of(session, services), token, incrementSeconds, signal),
  ),
  change(
    'token.autoRenew',
    { says: 'Switch the renewal of the token', costs: 'gesture', asks: 'nothing' },
    { on: z.boolean() },
    (session, { on }) => session.autoRenew(on),
  ),
  write(
    'token.revoke',
    'Revoke a token',
    { token: tokenChoice, orphan: z.boolean() },
    (session, { token, orphan }, { services, signal }) =>
      revoke(of(session, services), token, orphan, signal),
  ),
  // Room for a token's own ID.
  once(
    'token.create',
    { says: 'Create a token', asks: ['confirm'], maxBytes: 2 * 1024 * 1024 },
    { options: tokenOptions },
    (session, { options }, { services, signal }) =>
      create(
        { ...of(session, services), answers: services.answers },
        { ...options, wrapTtl: options.wrapTtl.trim() === '' ? '' : checkedTtl(options.wrapTtl, 'wrapTtl') },
        signal,
      ),
  ),
  read('token.roles', {}, (session, _input, { signal }) => session.run(listTokenRoles, signal)),
  read('token.accessors', {}, (session, _input, { services: { jobs, emit } }) => {
    refuseLimitedUse(session.limitedUse, 'the table of all tokens', 'token');
    const jobId = jobs.startRows(
      session.sessionId,
      (batch) => emit('token.accessorsFound', batch),
      accessorTable(session),
    );
    return { jobId };
  }),
  // A hundred thousand accessors.
  write(
    'token.revokeMany',
    'Revoke several tokens',
    { accessors: z.array(accessor).check(z.minLength(1), z.maxLength(100_000)) },
    (session, { accessors }, { services, signal }) =>
      revokeMany(services, of(session, services), accessors, signal),
    { maxBytes: 16 * 1024 * 1024 },
  ),
] as const;

async function revokeMany(
  { jobs, emit }: Pick<Services, 'jobs' | 'emit'>,
  { session, secrets }: TokenParts,
  given: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly jobId: string }> {
  refuseLimitedUse(session.limitedUse, 'revoking many tokens', 'token');
  const accessors = [...new Set(given.map((accessor) => accessor.trim()))];
  for (const accessor of accessors) whichToken(secrets, { by: 'accessor', accessor });
  const confirmed = await confirmRevocations(session, accessors, signal);
  const jobId = jobs.startRows(
    session.sessionId,
    (batch) => emit('token.revoked', batch),
    revocations(session, accessors, confirmed),
  );
  return { jobId };
}
