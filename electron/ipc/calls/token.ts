/** `token.*`: one's own token and others', by value (held by main) or by accessor. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { accessorTable, describeAccessors } from '../../work/accessors.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { ofSession } from '../../core/credentials/secrets.ts';
import { revocations } from '../../work/revocations.ts';
import { create } from '../../core/tokens/create.ts';
import { inspectToken } from '../../core/tokens/inspect.ts';
import type { TokenParts } from '../../core/tokens/inspect.ts';
import { renew } from '../../core/tokens/renew.ts';
import { revoke } from '../../core/tokens/revoke.ts';
import { placeInWords, revokeManyWords } from '../../core/tokens/revoke-words.ts';
import { confirmShortening } from '../../core/tokens/shortening.ts';
import { whichToken } from '../../core/tokens/which-token.ts';
import { checkedTtl } from '../../core/wrapping/options.ts';
import { listTokenRoles } from '../../vault/api/token-operations.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of tokens. */
export function tokenHandlers(parts: DeskParts): HandlersOf<'token'> {
  const { sessions, secrets, answers, jobs, platform, emit } = parts;
  const at = (sessionId: string): TokenParts => ({
    session: sessions.get(sessionId),
    secrets: ofSession(secrets, sessionId),
  });
  return {
    'token.inspect': ({ sessionId, token }, { signal }) => inspectToken(at(sessionId), token, signal),
    'token.renew': async ({ sessionId, token, incrementSeconds }, { signal }) => {
      await confirmShortening({ ...at(sessionId), ask: platform.ask }, token, incrementSeconds, signal);
      return renew(at(sessionId), token, incrementSeconds, signal);
    },
    'token.autoRenew': ({ sessionId, on }) => sessions.get(sessionId).autoRenew(on),
    'token.revoke': ({ sessionId, token, orphan }, { signal }) =>
      revoke({ ...at(sessionId), ask: platform.ask }, token, orphan, signal),
    'token.create': ({ sessionId, wish }, { signal }) =>
      create(
        { session: sessions.get(sessionId), secrets: ofSession(secrets, sessionId), answers },
        { ...wish, wrapTtl: wish.wrapTtl.trim() === '' ? '' : checkedTtl(wish.wrapTtl, 'wrapTtl') },
        signal,
      ),
    'token.roles': ({ sessionId }, { signal }) => sessions.get(sessionId).run(listTokenRoles, signal),
    'token.accessors': ({ sessionId }) => {
      const session = sessions.get(sessionId);
      refuseLimitedUse(session.limitedUse, 'the table of all tokens', 'token');
      const jobId = jobs.startRows(
        sessionId,
        (batch) => emit('token.accessorsFound', batch),
        accessorTable(session),
      );
      return { jobId };
    },
    'token.revokeMany': ({ sessionId, accessors }, { signal }) =>
      revokeMany({ jobs, emit, platform }, at(sessionId), accessors, signal),
  };
}

async function revokeMany(
  { jobs, emit, platform }: Pick<DeskParts, 'jobs' | 'emit' | 'platform'>,
  { session, secrets }: TokenParts,
  given: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly jobId: string }> {
  refuseLimitedUse(session.limitedUse, 'revoking many tokens', 'token');
  const accessors = [...new Set(given.map((accessor) => accessor.trim()))];
  for (const accessor of accessors) whichToken(secrets, { by: 'accessor', accessor });
  const tokens = await describeAccessors(session, accessors, signal);
  const own = accessors.includes(session.holder.accessor);
  const words = revokeManyWords({ count: accessors.length, tokens, own });
  const body = [...words.body, placeInWords(session.view())];
  const answer = await platform.ask({ kind: 'confirm', ...words, body, destructive: true }, signal);
  if (answer.kind === 'cancel')
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was revoked.' });
  const jobId = jobs.startRows(
    session.sessionId,
    (batch) => emit('token.revoked', batch),
    revocations(session, accessors),
  );
  return { jobId };
}
