/** Plain, hidden and credential parts of a real engine's responses, and the result of a reveal of all. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must, newKvMount, sharedServers, uniqueName, writeEntry } from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { base64Text, toBase64 } from '../../../shared/vault/base64.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const transit = uniqueName('transit');
const { session } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
  await must(server, 'POST', `sys/mounts/${transit}`, { type: 'transit' });
  await must(server, 'POST', `${transit}/keys/orders`, {});
});

async function open() {
  const { app, sessionId } = await session(server);
  const send = (request: ConsoleRequest): Promise<AnswerView> =>
    app.must('console.send', { sessionId, request });
  return { app, sessionId, send };
}

/** `what` of the values at these pointers. */
function looks({ rows }: AnswerView, ...pointers: string[]): (string | undefined)[] {
  return pointers.map((pointer) => rows.find((row) => row.pointer === pointer)?.what);
}

describe('a key of transit', () => {
  it('needs nothing revealed: it is state and times', async () => {
    const { send } = await open();
    const view = await send({ method: 'GET', path: `${transit}/keys/orders` });
    const state = ['exportable', 'latest_version', 'min_decryption_version', 'type', 'keys/1'];
    expect(looks(view, ...state.map((name) => `/data/${name}`))).toEqual(state.map(() => 'value'));
  });

  it('encrypts a text, and gives back one that is copied decoded', async () => {
    const { app, send } = await open();
    const text = 'grüße,\nalice';
    const encrypted = await send({
      method: 'POST',
      path: `${transit}/encrypt/orders`,
      json: JSON.stringify({ plaintext: toBase64(text) }),
    });
    const ciphertext = encrypted.rows.find(({ pointer }) => pointer === '/data/ciphertext')?.rawJson;
    expect(ciphertext).toMatch(/^"vault:v1:/);
    const { answerId, rows } = await send({
      method: 'POST',
      path: `${transit}/decrypt/orders`,
      json: `{"ciphertext":${ciphertext ?? ''}}`,
    });
    const pointer = '/data/plaintext';
    expect(rows.find((row) => row.pointer === pointer)).toMatchObject({ what: 'hidden', base64: true });
    await app.must('answer.copy', { answerId, pointer, decoded: true });
    expect(app.clipboard.text).toBe(text);
    expect(app.crossed()).not.toContain('alice');
    await app.must('answer.copy', { answerId, pointer });
    expect(app.clipboard.text).toBe(toBase64(text));
    const { rawJson } = await app.must('answer.reveal', { answerId, pointer });
    expect(base64Text(JSON.parse(rawJson) as string)).toBe(text);
  });

  it('is not copied decoded where it is no text', async () => {
    const { app, send } = await open();
    const { answerId, rows } = await send({
      method: 'POST',
      path: `${transit}/datakey/plaintext/orders`,
      json: '{}',
    });
    const row = rows.find(({ pointer }) => pointer === '/data/plaintext');
    expect(row).toMatchObject({ what: 'hidden' });
    app.clipboard.text = 'before';
    const asked = { answerId, pointer: '/data/plaintext', decoded: true };
    // Thirty-two random bytes are almost never a text.
    if (row?.base64 !== true)
      expect(await app.refused('answer.copy', asked)).toMatchObject({ field: 'decoded' });
    expect(row?.base64 === true || app.clipboard.text === 'before').toBe(true);
  });

  it('says by its description which fields are base64', async () => {
    const { app, sessionId } = await open();
    const described = async (path: string, name: string): Promise<string | undefined> => {
      const { operations } = await app.must('console.path', { sessionId, path: `${transit}/${path}` });
      return operations
        .find(({ method }) => method === 'POST')
        ?.fields.find((field) => field.name === name && field.place === 'body')?.description;
    };
    for (const [path, name] of [
      ['encrypt/orders', 'plaintext'],
      ['encrypt/orders', 'context'],
      ['sign/orders', 'input'],
      ['hmac/orders', 'input'],
      ['verify/orders', 'input'],
    ] as const)
      expect(await described(path, name), `${path} ${name}`).toMatch(/\bbase64[- ]?encoded\b/i);
    expect(await described('decrypt/orders', 'ciphertext')).not.toMatch(/\bbase64[- ]?encoded\b/i);
  });
});

describe('an entry', () => {
  it('has its metadata in plain sight and its values hidden; all are revealed in one go, no credential @values-hidden', async () => {
    await writeEntry(server, kv, 'app', { user: 'alice', pin: 1234, on: true, password: 'never-crosses' });
    const { app, send } = await open();
    const view = await send({ method: 'GET', path: `${kv.path}data/app` });
    const { answerId } = view;
    expect(
      looks(view, '/data/metadata/created_time', '/data/metadata/version', '/data/metadata/destroyed'),
    ).toEqual(['value', 'value', 'value']);
    expect(looks(view, '/data/data/user', '/data/data/pin', '/data/data/on', '/data/data/password')).toEqual([
      'hidden',
      'hidden',
      'value',
      'credential',
    ]);
    expect(app.crossed()).not.toContain('alice');
    const { values } = await app.must('answer.revealAll', { answerId });
    expect(new Map(values)).toEqual(
      new Map([
        ['/data/data/pin', '1234'],
        ['/data/data/user', '"alice"'],
      ]),
    );
    expect(app.crossed()).not.toContain('never-crosses');
  });
});

describe('the history', () => {
  it('leads to a response for as long as it is there', async () => {
    const { app, sessionId, send } = await open();
    const { answerId } = await send({ method: 'GET', path: 'sys/leader' });
    const [line] = await app.must('console.history', { sessionId });
    expect(line).toMatchObject({ path: 'sys/leader', answerId });
    await app.must('answer.dismiss', { answerId });
    const [after] = await app.must('console.history', { sessionId });
    expect(after).toMatchObject({ path: 'sys/leader', status: 200 });
    expect(after).not.toHaveProperty('answerId');
  });
});

describe('favourite requests', () => {
  it('are remembered without those that carry a credential', async () => {
    const { app, sessionId } = await open();
    const requests = [
      { method: 'GET', path: 'sys/mounts' },
      { method: 'POST', path: `auth/token/lookup/${server.rootToken}` },
      { method: 'GET', path: 'auth/token/lookup/hvs.SomeOtherTokenOfSomebody0123' },
    ] as const;
    const memory = { tabs: [], activeTab: -1, recents: [], favourites: [], requests };
    await app.must('workspace.save', { sessionId, memory });
    expect((await app.must('workspace.load', { sessionId })).requests).toEqual([requests[0]]);
  });
});
