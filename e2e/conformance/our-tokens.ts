/** Tokens by the calls of their page; a wrapped result and a TTL as text by the console. */
import type { TokenChoice } from '../../shared/vault/token-work.ts';
import type { Caller, OurClient } from './our-client.ts';
import { parsed, type Requests } from './our-requests.ts';
import type { Operations, Outcome, Ttl } from './side.ts';

type TokenOperations = Pick<Operations, 'lookup' | 'renew' | 'renewSelf' | 'revoke' | 'revokeSelf'>;

/** Operations on tokens of one client. */
export function tokensOf(client: OurClient, { run, send }: Requests): TokenOperations {
  const choice = async (caller: Caller, value: string, accessor: boolean): Promise<TokenChoice> =>
    accessor
      ? { by: 'accessor', accessor: value }
      : { by: 'secret', secretRef: await client.typed(caller, value) };
  const inspect = (choose: (caller: Caller) => Promise<TokenChoice>): Promise<Outcome> =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      return parsed((await caller.must('token.inspect', { sessionId, token })).raw);
    });
  const renew = (choose: (caller: Caller) => Promise<TokenChoice>, increment: number | null) =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      const { grantedSeconds, warnings } = await caller.must('token.renew', {
        sessionId,
        token,
        ...(increment === null ? {} : { incrementSeconds: increment }),
      });
      return { lease_duration: grantedSeconds, warnings };
    });
  const revoke = (choose: (caller: Caller) => Promise<TokenChoice>, orphan: boolean) =>
    run(async (caller) => {
      const { sessionId } = client;
      const token = await choose(caller);
      await caller.must('token.revoke', { sessionId, token, orphan });
    });
  const self = () => Promise.resolve({ by: 'self' } as const);
  /** A token's page takes an increment in seconds, and its result is not wrapped. */
  const isPlain = (increment: Ttl | null, wrapTtl: Ttl | undefined): increment is number | null =>
    wrapTtl === undefined && typeof increment !== 'string';
  return {
    lookup: (value, accessor = false, wrapTtl) => {
      if (wrapTtl === undefined)
        return inspect(value === undefined ? self : (caller) => choice(caller, value, accessor));
      if (value === undefined) return send('GET', 'auth/token/lookup-self', { wrapTtl });
      return accessor
        ? send('POST', 'auth/token/lookup-accessor', { body: { accessor: value }, wrapTtl })
        : send('POST', 'auth/token/lookup', { secret: value, wrapTtl });
    },
    renew: (value, increment, wrapTtl) =>
      isPlain(increment, wrapTtl)
        ? renew((caller) => choice(caller, value, false), increment)
        : send('POST', 'auth/token/renew', { body: { increment }, secret: value, wrapTtl }),
    renewSelf: (increment, wrapTtl) =>
      isPlain(increment, wrapTtl)
        ? renew(self, increment)
        : send('POST', 'auth/token/renew-self', { body: { increment }, wrapTtl }),
    revoke: (value, orphan = false, accessor = false) =>
      revoke((caller) => choice(caller, value, accessor), orphan),
    revokeSelf: () => revoke(self, false),
  };
}
