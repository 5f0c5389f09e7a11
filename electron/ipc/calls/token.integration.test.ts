/** `token.*` against a real server: looking up, renewing and revoking, with costs and messages. */
import { describe, expect, it } from 'vitest';
import {
  ask,
  at,
  must,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  textAt,
  uniqueName,
  until,
} from '../../../e2e/servers/index.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

/** A credential typed in the trusted view, as a choice. */
async function typed(app: TestApp, sessionId: string, secret: string): Promise<TokenChoice> {
  app.answers.push({ secret });
  const ref = await app.must('secret.enter', {
    sessionId,
    kind: 'token-id',
  });
  return { by: 'secret', secretRef: ref.secretRef };
}

const self: TokenChoice = { by: 'self' };

async function asRoot(): Promise<{ app: TestApp; sessionId: string }> {
  const app = newApp();
  return { app, sessionId: await app.login(server.address, server.rootToken) };
}

async function lives(token: string): Promise<boolean> {
  return (await ask({ ...server, rootToken: token }, 'GET', 'auth/token/lookup-self')).status === 200;
}

describe('inspecting', () => {
  it('tells all about the own token and keeps its value in main', async () => {
    const { token, accessor } = await newToken(server, {
      display_name: 'inspector',
      ttl: '1h',
      explicit_max_ttl: '2h',
      meta: { team: 'payments' },
    });
    const { app, sessionId } = await session(server, token);
    const seen = await app.must('token.inspect', { sessionId, token: self });
    expect(seen).toMatchObject({
      accessor,
      displayName: 'token-inspector',
      type: 'service',
      orphan: true,
      explicitMaxTtlSeconds: 7200,
      meta: { team: 'payments' },
      id: { kind: 'token-id', length: token.length },
    });
    expect(Date.parse(seen.issueTime)).toBeLessThan(Date.parse(seen.expireTime ?? ''));
    expect(seen.raw).toContain('\n    "display_name": "token-inspector"');
    expect(app.crossed()).not.toContain(token);
    app.answers.push('');
    await app.must('secret.copy', { secretRef: seen.id?.secretRef ?? '' });
    expect(app.clipboard.text).toBe(token);
  });

  it('keeps an id that somebody has chosen out of its own metadata, too', async () => {
    const chosen = uniqueName('chosen-by-somebody');
    await newToken(server, { id: chosen, policies: ['default'], meta: { note: `mine is ${chosen}` } });
    const { app, sessionId } = await session(server, chosen);
    const told = await app.must('token.inspect', { sessionId, token: self });
    expect(told.meta).toEqual({ note: 'mine is [hidden]' });
    expect(app.crossed()).not.toContain(chosen);
  });

  it('costs a limited-use token one use for its own look-up and none for one by another token', async () => {
    const { token, accessor } = await newToken(server, { num_uses: 9 });
    const { app, sessionId } = await asRoot();
    const byValue = await app.must('token.inspect', {
      sessionId,
      token: await typed(app, sessionId, token),
    });
    expect(byValue.numUses).toBe(9);
    const byAccessor = await app.must('token.inspect', { sessionId, token: { by: 'accessor', accessor } });
    expect([byAccessor.numUses, byAccessor.id]).toEqual([9, undefined]);

    const proxy = stopping(await startRecordingProxy(server));
    const { app: own, sessionId: ownSession } = await session(proxy, token);
    proxy.clear();
    expect((await own.must('token.inspect', { sessionId: ownSession, token: self })).numUses).toBe(7);
    expect(proxy.requests.map(({ url }) => url)).toEqual(['/v1/auth/token/lookup-self']);
    expect(own.crossed() + app.crossed()).not.toContain(token);
  });

  it('knows the last use for what it is', async () => {
    const { token } = await newToken(server, { num_uses: 2 });
    const { app, sessionId } = await session(server, token);
    expect((await app.must('token.inspect', { sessionId, token: self })).numUses).toBe(-1);
    const [view] = await app.must('session.list', {});
    expect(view?.trouble).toMatchObject({
      kind: 'unauthenticated',
      message: expect.stringContaining('no uses') as string,
    });
  });

  it('tells a token and an accessor apart, and an unknown token from a dead session', async () => {
    const { token, accessor } = await newToken(server);
    const { app, sessionId } = await asRoot();
    const asToken = await app.refused('token.inspect', {
      sessionId,
      token: await typed(app, sessionId, accessor),
    });
    expect(asToken).toMatchObject({ kind: 'invalid-input', field: 'token' });
    expect(asToken.message).toContain('accessor of a token');
    const asAccessor = await app.refused('token.inspect', {
      sessionId,
      token: { by: 'accessor', accessor: token },
    });
    expect(asAccessor).toMatchObject({ kind: 'invalid-input', field: 'accessor' });
    expect(JSON.stringify(asAccessor)).not.toContain(token);
    const unknown = await app.refused('token.inspect', {
      sessionId,
      token: await typed(app, sessionId, 'hvs.nobodyknowsthisone0000000'),
    });
    expect(unknown.message).toContain('does not know this token');
    const gone = await app.refused('token.inspect', {
      sessionId,
      token: { by: 'accessor', accessor: 'nobodyhasthisaccessor000' },
    });
    expect(gone.message).toContain('no token with this accessor');
    expect((await app.must('session.list', {}))[0]?.trouble).toBeUndefined();
    await must(server, 'POST', 'auth/token/revoke', { token });
  });

  it('says that the own token is dead, by whatever way it was asked', async () => {
    const { token } = await newToken(server);
    const { app, sessionId } = await session(server, token);
    const choice = await typed(app, sessionId, 'hvs.someothertoken0000000000');
    await must(server, 'POST', 'auth/token/revoke', { token });
    expect((await app.refused('token.inspect', { sessionId, token: choice })).kind).toBe('unauthenticated');
    expect((await app.must('session.list', {}))[0]?.trouble?.kind).toBe('unauthenticated');
  });
});

describe('renewing', () => {
  it.each([
    ['as asked', { ttl: '1h', explicit_max_ttl: '4h' }, 1800, 1800, undefined],
    [
      'ten years under an explicit maximum',
      { ttl: '1h', explicit_max_ttl: '2h' },
      315_360_000,
      7200,
      /explicit max TTL is 2h/,
    ],
    [
      'ten years under the system’s maximum',
      { ttl: '1h' },
      315_360_000,
      2_764_800,
      /maximum TTL.* leaves 76(?:8h|7h59m)/,
    ],
    ['less than the period', { period: '1h' }, 120, 3600, /periodic token.*period of 1h/],
    ['nothing in particular', { ttl: '1h' }, 0, 3600, /increment of 0/],
    ['as the server likes', { ttl: '1h' }, undefined, 3600, undefined],
  ] as const)('%s', async (_what, options, increment, granted, reason) => {
    const { accessor } = await newToken(server, options);
    const { app, sessionId } = await asRoot();
    const outcome = await app.must('token.renew', {
      sessionId,
      token: { by: 'accessor', accessor },
      ...(increment === undefined ? {} : { incrementSeconds: increment }),
    });
    expect(outcome.askedSeconds).toBe(increment ?? null);
    expect(Math.abs(outcome.grantedSeconds - granted)).toBeLessThan(30);
    expect(Math.abs(outcome.token.ttlSeconds - granted)).toBeLessThan(30);
    if (reason === undefined) expect(outcome.reasons).toEqual([]);
    else expect(outcome.reasons.join(' ')).toMatch(reason);
  });

  it('says in words why a root, batch, non-renewable or ended token is not renewed', async () => {
    const { app, sessionId } = await asRoot();
    const refusal = async (token: TokenChoice, incrementSeconds?: number) =>
      app.refused('token.renew', {
        sessionId,
        token,
        ...(incrementSeconds === undefined ? {} : { incrementSeconds }),
      });
    const root = await refusal(self);
    expect(root.message).toContain('never expires');
    expect(root.serverErrors).toEqual(['lease is not renewable']);
    const batch = await newToken(server, { type: 'batch', ttl: '1h', policies: ['default'] });
    expect((await refusal(await typed(app, sessionId, batch.token))).message).toContain('batch token');
    const fixed = await newToken(server, { renewable: false, ttl: '1h' });
    expect((await refusal({ by: 'accessor', accessor: fixed.accessor })).message).toContain(
      'cannot be renewed',
    );
    expect((await refusal(await typed(app, sessionId, fixed.token))).message).toContain('cannot be renewed');
    const ended = await newToken(server);
    await must(server, 'POST', 'auth/token/revoke', { token: ended.token });
    expect((await refusal(await typed(app, sessionId, ended.token))).message).toContain('does not know');
    const negative = await newToken(server, { ttl: '1h' });
    app.answers.push('');
    const said = await refusal({ by: 'accessor', accessor: negative.accessor }, -5);
    expect(said).toMatchObject({ kind: 'invalid-request', status: 400 });
    expect(said.message).toContain('negative');
  });

  it('tells the session what its own token has become', async () => {
    const { token } = await newToken(server, { ttl: '1h', explicit_max_ttl: '10h' });
    const { app, sessionId } = await session(server, token);
    await app.must('token.renew', { sessionId, token: self, incrementSeconds: 7200 });
    const [view] = await app.must('session.list', {});
    expect(view?.token.ttlSeconds).toBeGreaterThan(7000);
    expect(app.crossed()).not.toContain(token);
  });

  it('spends one use of a limited-use token and still says what came of it', async () => {
    const { token } = await newToken(server, { num_uses: 5, ttl: '1h', explicit_max_ttl: '10h' });
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    const outcome = await app.must('token.renew', { sessionId, token: self, incrementSeconds: 7200 });
    expect(proxy.requests).toHaveLength(1);
    expect(outcome.token).toMatchObject({ numUses: 3, ttlSeconds: 7200 });
    expect((await app.must('session.list', {}))[0]?.token.numUses).toBe(3);
  });

  it('does not call a renewal failed because the token may not be looked up', async () => {
    const policy = await newPolicy(server, 'path "auth/token/renew-accessor" { capabilities = ["update"] }');
    const { token } = await newToken(server, { policies: [policy] });
    const { accessor } = await newToken(server, { ttl: '1h' });
    const { app, sessionId } = await session(server, token);
    const outcome = await app.must('token.renew', {
      sessionId,
      token: { by: 'accessor', accessor },
      incrementSeconds: 600,
    });
    expect([outcome.grantedSeconds, outcome.token.accessor]).toEqual([600, accessor]);
  });
});

describe('renewing by itself', () => {
  it('renews about half way, until the token can live no longer, and says so', async () => {
    const { token } = await newToken(server, { ttl: '3s', explicit_max_ttl: '6s' });
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, token);
    expect((await app.must('session.list', {}))[0]?.renewal).toBeUndefined();
    const chosen = await app.must('token.autoRenew', { sessionId, on: true });
    expect(Date.parse(chosen.renewal?.nextAt ?? '')).toBeGreaterThan(Date.now());
    const view = async () => (await app.must('session.list', {}))[0];
    await until(async () => (await view())?.renewal?.nextAt === '');
    expect((await view())?.renewal?.problem).toContain('cannot be renewed any more: its max TTL is 6s');
    const renewals = proxy.requests.filter(({ url }) => url.endsWith('/auth/token/renew-self'));
    expect(renewals.length).toBeGreaterThan(1);
    expect(renewals[0]?.headers['x-vault-token']).toBe(token);
  });

  it('says a failed renewal and tries again', async () => {
    const { token } = await newToken(server, { period: '4s' });
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(faults, token);
    faults.add({ url: /renew-self/, fault: { kind: 'html', status: 502 }, times: 1 });
    await app.must('token.autoRenew', { sessionId, on: true });
    const view = async () => (await app.must('session.list', {}))[0]?.renewal;
    await until(async () => (await view())?.problem !== undefined);
    expect((await view())?.problem).toContain('will be retried');
    await until(async () => (await view())?.problem === undefined);
    expect(await lives(token)).toBe(true);
  });

  it('refuses a token that it could only harm', async () => {
    for (const [options, word] of [
      [{ num_uses: 5 }, 'would cost one'],
      [{ type: 'batch', policies: ['default'] }, 'batch'],
      [{ renewable: false }, 'cannot be renewed'],
    ] as const) {
      const { token } = await newToken(server, { ttl: '1h', ...options });
      const { app, sessionId } = await session(server, token);
      const refused = await app.refused('token.autoRenew', { sessionId, on: true });
      expect(refused).toMatchObject({
        kind: 'invalid-request',
        message: expect.stringContaining(word) as string,
      });
    }
    const { app, sessionId } = await asRoot();
    expect((await app.refused('token.autoRenew', { sessionId, on: true })).message).toContain(
      'never expires',
    );
  });

  it('ends with a lock', async () => {
    const { token } = await newToken(server, { ttl: '1h' });
    const { app, sessionId } = await session(server, token);
    await app.must('token.autoRenew', { sessionId, on: true });
    await app.must('lock.now', {});
    app.answers.push(token);
    expect((await app.must('session.reauthenticate', { sessionId })).renewal).toBeUndefined();
  });
});

describe('revoking', () => {
  async function family() {
    const parent = await newToken(server, { display_name: 'parent', policies: ['root'] });
    const made = await must({ ...server, rootToken: parent.token }, 'POST', 'auth/token/create', {
      policies: ['default'],
    });
    return { parent, child: textAt(made, 'auth', 'client_token') };
  }

  it('takes all below it along, after a question that names it', async () => {
    const { parent, child } = await family();
    const { app, sessionId } = await asRoot();
    const token = await typed(app, sessionId, parent.token);
    app.answers.push('');
    await app.must('token.revoke', { sessionId, token, orphan: false });
    const question = JSON.stringify(app.asked.at(-1));
    expect(question).toContain('token-parent');
    expect(question).toContain(parent.accessor);
    expect(question).toContain('"Permissions","value":"unrestricted"');
    expect(question).not.toContain(parent.token);
    expect([await lives(parent.token), await lives(child)]).toEqual([false, false]);
  });

  it('leaves children alive where that is asked, by value only', async () => {
    const { parent, child } = await family();
    const { app, sessionId } = await asRoot();
    const token = await typed(app, sessionId, parent.token);
    app.answers.push('');
    await app.must('token.revoke', { sessionId, token, orphan: true });
    expect(JSON.stringify(app.asked.at(-1))).toContain('orphans');
    expect([await lives(parent.token), await lives(child)]).toEqual([false, true]);
  });

  describe('of one’s own, alone', () => {
    const rights = (more: string) =>
      `path "auth/token/create" { capabilities = ["update"] }\npath "auth/token/revoke-orphan" { capabilities = ["update"${more}] }`;

    async function asParent(more: string) {
      const { token } = await newToken(server, { policies: [await newPolicy(server, rights(more))] });
      const made = await must({ ...server, rootToken: token }, 'POST', 'auth/token/create', { ttl: '1h' });
      const child = textAt(made, 'auth', 'client_token');
      const app = newApp();
      return { token, child, app, sessionId: await app.login(server.address, token) };
    }

    it('leaves its children alive', async () => {
      const { token, child, app, sessionId } = await asParent(', "sudo"');
      app.answers.push('');
      await app.must('token.revoke', { sessionId, token: self, orphan: true });
      const question = JSON.stringify(app.asked.at(-1));
      expect(question).toContain('Revoke the token of this session?');
      expect(question).toContain('live on as orphans');
      expect([await lives(token), await lives(child)]).toEqual([false, true]);
      const [view] = await app.must('session.list', {});
      expect(view?.trouble?.message).toContain('You have revoked');
      expect(app.crossed()).not.toContain(token);
    });

    it('says what is missing where it may not, and both live on', async () => {
      const { token, child, app, sessionId } = await asParent('');
      app.answers.push('');
      const error = await app.refused('token.revoke', { sessionId, token: self, orphan: true });
      expect(error).toMatchObject({ kind: 'forbidden', path: 'auth/token/revoke-orphan' });
      expect(`${error.message} ${error.hint ?? ''}`).toMatch(/Nothing was revoked.*sudo/s);
      expect([await lives(token), await lives(child)]).toEqual([true, true]);
      expect((await app.must('session.list', {}))[0]?.trouble).toBeUndefined();
    });
  });

  it('refuses orphan together with an accessor before a byte is sent', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const { accessor } = await newToken(server);
    proxy.clear();
    const token = { by: 'accessor', accessor } as const;
    const error = await app.refused('token.revoke', { sessionId, token, orphan: true });
    expect(error.kind).toBe('invalid-request');
    expect(proxy.requests).toEqual([]);
    expect(app.asked.filter(({ kind }) => kind === 'confirm')).toEqual([]);
  });

  it('revokes by accessor, and does nothing where the question is declined', async () => {
    const { token, accessor } = await newToken(server);
    const { app, sessionId } = await asRoot();
    const choice = { by: 'accessor', accessor } as const;
    const declined = await app.refused('token.revoke', { sessionId, token: choice, orphan: false });
    expect(declined.kind).toBe('cancelled');
    expect(await lives(token)).toBe(true);
    app.answers.push('');
    await app.must('token.revoke', { sessionId, token: choice, orphan: false });
    expect(await lives(token)).toBe(false);
    const again = await app.refused('token.revoke', { sessionId, token: choice, orphan: false });
    expect(again.message).toContain('no token with this accessor');
  });

  it('does not take an accessor for a revoked token', async () => {
    const { token, accessor } = await newToken(server);
    const { app, sessionId } = await asRoot();
    const choice = await typed(app, sessionId, accessor);
    const error = await app.refused('token.revoke', { sessionId, token: choice, orphan: false });
    expect(error.message).toContain('accessor of a token');
    expect(await lives(token)).toBe(true);
  });

  it('says that a batch token cannot be revoked', async () => {
    const { token } = await newToken(server, { type: 'batch', ttl: '1h', policies: ['default'] });
    const { app, sessionId } = await asRoot();
    const choice = await typed(app, sessionId, token);
    const error = await app.refused('token.revoke', { sessionId, token: choice, orphan: false });
    expect(error).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('batch token') as string,
    });
  });

  it.each(['self', 'accessor', 'secret'] as const)(
    'keeps the session and its drafts when its own token goes, by %s',
    async (by) => {
      const { token, accessor } = await newToken(server, { policies: ['root'] });
      const { app, sessionId } = await session(server, token);
      const choice: TokenChoice =
        by === 'self' ? self : by === 'accessor' ? { by, accessor } : await typed(app, sessionId, token);
      app.answers.push('');
      await app.must('token.revoke', { sessionId, token: choice, orphan: false });
      expect(JSON.stringify(app.asked.at(-1))).toContain('Revoke the token of this session?');
      const [view] = await app.must('session.list', {});
      expect(view?.trouble).toMatchObject({
        kind: 'unauthenticated',
        message: expect.stringContaining('You have revoked') as string,
      });
      expect(await lives(token)).toBe(false);
      app.answers.push(server.rootToken);
      expect((await app.must('session.reauthenticate', { sessionId })).trouble).toBeUndefined();
    },
  );

  it('asks a limited-use token for one use and no more', async () => {
    const policy = await newPolicy(server, 'path "auth/token/revoke-accessor" { capabilities = ["update"] }');
    const { token } = await newToken(server, { num_uses: 2, policies: [policy] });
    const other = await newToken(server);
    const { app, sessionId } = await session(server, token);
    app.answers.push('');
    const choice = { by: 'accessor', accessor: other.accessor } as const;
    await app.must('token.revoke', { sessionId, token: choice, orphan: false });
    expect(JSON.stringify(app.asked.at(-1))).toContain('would cost your token a use');
    expect(at(await ask(server, 'POST', 'auth/token/lookup', { token: other.token }), 'status')).toBe(403);
  });
});
