/** Held answers, against real servers: adopted, opened beside, written to a file. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at, canary, sharedServers, wrapped, wrappedData } from '../../../e2e/servers/index.ts';
import type { Reachable, WrappingToken } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { makeTestDesks } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';
import { take, visit } from './wrapping.fixture.ts';

let server: Reachable;
const { newDesk, endDesks, stopServers } = makeTestDesks();

beforeAll(() => {
  server = sharedServers().dev;
});
afterEach(endDesks);
afterAll(stopServers);

describe('an unwrapped login', () => {
  const wrappedLogin = (ttl = '10m'): Promise<WrappingToken> =>
    wrapped('POST', 'auth/token/create', { policies: ['default'], ttl, display_name: 'inner' });

  async function open(desk: TestDesk, where: Where): Promise<AnswerView> {
    const secretRef = await take(desk, where, (await wrappedLogin()).token);
    return desk.must('wrapping.unwrap', { where, secretRef, form: 'header' });
  }

  it('is adopted in the place of the session’s own token', async () => {
    const desk = newDesk();
    const sessionId = await desk.login(server.address, server.rootToken);
    const view = await open(desk, { sessionId });
    expect(view.login).toMatchObject({ policies: ['default'], type: 'service', renewable: true, numUses: 0 });
    expect(view.login?.ttlSeconds).toBeGreaterThan(500);
    const { answerId } = view;
    const adopted = await desk.must('answer.adopt', { answerId, how: 'replace' });
    expect(adopted).toMatchObject({
      sessionId,
      token: { accessor: view.login?.accessor, policies: ['default'] },
    });
    expect(await desk.must('session.list', {})).toHaveLength(1);
    // It stays until a person has dismissed it.
    expect(await desk.must('answer.list', {})).toHaveLength(1);
  });

  it('is opened beside it, and so it is where nobody was logged in', async () => {
    const desk = newDesk();
    const sessionId = await desk.login(server.address, server.rootToken);
    const one = await open(desk, { sessionId });
    const beside = await desk.must('answer.adopt', {
      ...{ answerId: one.answerId, how: 'beside', name: 'With less', colour: 'green' },
    });
    expect(beside).toMatchObject({ name: 'With less', colour: 'green', token: { policies: ['default'] } });
    expect(beside.sessionId).not.toBe(sessionId);
    const two = await open(desk, visit(server.address));
    expect(await desk.refused('answer.adopt', { answerId: two.answerId, how: 'replace' })).toMatchObject({
      kind: 'invalid-input',
    });
    const opened = await desk.must('answer.adopt', { answerId: two.answerId, how: 'beside' });
    expect(opened).toMatchObject({ address: server.address, token: { accessor: two.login?.accessor } });
    expect(await desk.must('session.list', {})).toHaveLength(3);
  });

  it('outlives its session, and can still be opened where it came from', async () => {
    const desk = newDesk();
    const sessionId = await desk.login(server.address, server.rootToken);
    const { answerId, login } = await open(desk, { sessionId });
    await desk.must('session.close', { sessionId });
    const secretRef = login?.token.secretRef ?? '';
    desk.answers.push('');
    await desk.must('secret.copy', { secretRef });
    expect(desk.clipboard.text).toMatch(/^hvs\./);
    expect(desk.crossed()).not.toContain(desk.clipboard.text);
    expect(await desk.refused('answer.adopt', { answerId, how: 'replace' })).toMatchObject({
      kind: 'invalid-input',
    });
    const opened = await desk.must('answer.adopt', { answerId, how: 'beside', name: 'again' });
    expect(opened).toMatchObject({ name: 'again', token: { accessor: login?.accessor } });
    await desk.must('answer.dismiss', { answerId });
    expect(await desk.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'invalid-input' });
  });

  it('is no login where there is no token in it', async () => {
    const desk = newDesk();
    const secretRef = await take(desk, visit(server.address), (await wrappedData({ a: 1 })).token);
    const { answerId } = await desk.must('wrapping.unwrap', {
      where: visit(server.address),
      secretRef,
      form: 'header',
    });
    expect(await desk.refused('answer.adopt', { answerId, how: 'beside' })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('an answer as a file', () => {
  it('is asked about, and is what the server sent', async () => {
    const desk = newDesk();
    const secret = canary();
    const secretRef = await take(
      desk,
      visit(server.address),
      (await wrappedData({ password: secret })).token,
    );
    const { answerId } = await desk.must('wrapping.unwrap', {
      where: visit(server.address),
      secretRef,
      form: 'header',
    });
    const file = join(desk.dataFolder, 'unwrapped.json');
    desk.files.push(file);
    expect(await desk.refused('answer.toFile', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(desk.files).toEqual([file]);
    desk.answers.push('');
    expect(await desk.must('answer.toFile', { answerId })).toEqual({ fileName: 'unwrapped.json' });
    expect(at(JSON.parse(readFileSync(file, 'utf8')), 'data', 'password')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // As text on screen, its credentials stay hidden even where values are revealed.
    const { text } = await desk.must('answer.raw', { answerId, reveal: true });
    expect(text).toContain('"password": "••');
    expect(desk.crossed()).not.toContain(secret);
  });
});
