/** Stored answers, against real servers: adopted, opened beside, written to a file. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, canary, sharedServers, wrapped, wrappedData } from '../../../e2e/servers/index.ts';
import type { WrappingToken } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { take, withoutLogin } from './wrapping.fixture.ts';

const server = sharedServers().dev;
const { newApp, session } = useTestApps();

describe('an unwrapped login', () => {
  const wrappedLogin = (ttl = '10m'): Promise<WrappingToken> =>
    wrapped('POST', 'auth/token/create', { policies: ['default'], ttl, display_name: 'inner' });

  async function open(app: TestApp, where: Where): Promise<AnswerView> {
    const secretRef = await take(app, where, (await wrappedLogin()).token);
    return app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
  }

  it('takes the place of the session’s own token once a person has agreed', async () => {
    const { app, sessionId } = await session(server);
    const view = await open(app, { sessionId });
    expect(view.login).toMatchObject({ policies: ['default'], type: 'service', renewable: true, numUses: 0 });
    expect(view.login?.ttlSeconds).toBeGreaterThan(500);
    const { answerId } = view;
    app.asked.splice(0);
    expect(await app.refused('answer.adopt', { answerId, how: 'replace' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked).toMatchObject([
      { kind: 'confirm-trust', title: 'Switch this session to another token?' },
    ]);
    expect(await app.must('session.list', {})).toMatchObject([{ token: { policies: ['root'] } }]);
    app.answers.push('');
    const adopted = await app.must('answer.adopt', { answerId, how: 'replace' });
    expect(adopted).toMatchObject({
      sessionId,
      token: { accessor: view.login?.accessor, policies: ['default'] },
    });
    expect(await app.must('session.list', {})).toHaveLength(1);
    // It stays until the user has dismissed it.
    expect(await app.must('answer.list', {})).toHaveLength(1);
  });

  it('is opened beside it, and so it is where nobody was logged in', async () => {
    const { app, sessionId } = await session(server);
    const one = await open(app, { sessionId });
    app.answers.push('');
    const beside = await app.must('answer.adopt', {
      answerId: one.answerId,
      how: 'beside',
      name: 'With less',
      colour: 'green',
    });
    expect(beside).toMatchObject({ name: 'With less', colour: 'green', token: { policies: ['default'] } });
    expect(beside.sessionId).not.toBe(sessionId);
    const two = await open(app, withoutLogin(server.address));
    expect(await app.refused('answer.adopt', { answerId: two.answerId, how: 'replace' })).toMatchObject({
      kind: 'invalid-input',
    });
    app.answers.push('');
    const opened = await app.must('answer.adopt', { answerId: two.answerId, how: 'beside' });
    expect(opened).toMatchObject({ address: server.address, token: { accessor: two.login?.accessor } });
    expect(await app.must('session.list', {})).toHaveLength(3);
  });

  it('outlives its session, and can still be opened where it came from', async () => {
    const { app, sessionId } = await session(server);
    const { answerId, login } = await open(app, { sessionId });
    await app.must('session.close', { sessionId });
    const secretRef = login?.token.secretRef ?? '';
    app.answers.push('');
    await app.must('secret.copy', { secretRef });
    expect(app.clipboard.text).toMatch(/^hvs\./);
    expect(app.crossed()).not.toContain(app.clipboard.text);
    expect(await app.refused('answer.adopt', { answerId, how: 'replace' })).toMatchObject({
      kind: 'invalid-input',
    });
    app.answers.push('');
    const opened = await app.must('answer.adopt', { answerId, how: 'beside', name: 'again' });
    expect(opened).toMatchObject({ name: 'again', token: { accessor: login?.accessor } });
    await app.must('answer.dismiss', { answerId });
    expect(await app.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'invalid-input' });
  });

  it('is no login where there is no token in it', async () => {
    const app = newApp();
    const secretRef = await take(app, withoutLogin(server.address), (await wrappedData({ a: 1 })).token);
    const { answerId } = await app.must('wrapping.unwrap', {
      where: withoutLogin(server.address),
      secretRef,
      form: 'header',
    });
    expect(await app.refused('answer.adopt', { answerId, how: 'beside' })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('an answer as a file', () => {
  it('is asked about, and is what the server sent', async () => {
    const app = newApp();
    const secret = canary();
    const secretRef = await take(
      app,
      withoutLogin(server.address),
      (await wrappedData({ password: secret })).token,
    );
    const { answerId } = await app.must('wrapping.unwrap', {
      where: withoutLogin(server.address),
      secretRef,
      form: 'header',
    });
    const file = join(app.dataFolder, 'unwrapped.json');
    app.files.push(file);
    expect(await app.refused('answer.toFile', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(app.files).toEqual([file]);
    app.answers.push('');
    expect(await app.must('answer.toFile', { answerId })).toEqual({ fileName: 'unwrapped.json' });
    expect(at(JSON.parse(readFileSync(file, 'utf8')), 'data', 'password')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Text on screen hides its credentials even if values are revealed.
    const { text } = await app.must('answer.raw', { answerId, reveal: true });
    expect(text).toContain('"password": "••');
    expect(app.crossed()).not.toContain(secret);
  });
});
