/**
 * The user's consent covers exactly the request sent. A broken page cannot ask for one thing and have another done by
 * it, and cannot put settings into a change that its question does not name.
 */
import { describe, expect, it } from 'vitest';
import type { CallName, Input } from '../../../shared/ipc/contract.ts';
import { plainTuning } from '../../../shared/vault/mount-table.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { NewMount } from '../../../shared/vault/mount-table.ts';
import {
  must,
  newKvMount,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();

const kv: NewMount = {
  path: '',
  type: 'kv',
  tuning: plainTuning,
  kvVersion: '2',
  local: false,
  sealWrap: false,
};

describe('enabling an engine', () => {
  it('cannot change the settings of one that is there: its path does not lead to “tune” @one-yes', async () => {
    const { app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true });
    const name = uniqueName('old');
    await must(dev, 'POST', `sys/mounts/${name}`, { type: 'kv', options: { version: '1' } });
    const asked = app.asked.length;
    const refusals = [
      await app.refused('mount.enable', {
        sessionId,
        kind: 'secret',
        mount: { ...kv, path: `${name}/tune` },
      }),
      await app.refused('mount.enable', {
        sessionId,
        kind: 'secret',
        mount: { ...kv, path: `/${name}/tune/` },
      }),
      await app.refused('mount.enable', {
        sessionId,
        kind: 'auth',
        mount: { ...kv, type: 'userpass', path: 'token/tune' },
      }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ kind: 'invalid-input', field: 'path' });
    expect(app.asked).toHaveLength(asked);
    const { rows } = await app.must('mount.table', { sessionId, kind: 'secret' });
    expect(rows.find(({ path }) => path === `${name}/`)?.kvVersion).toBe('1');
  });
});

/** Texts that a question does not show; `sent` are those that the request would carry. */
async function unsaid<N extends CallName>(
  app: TestApp,
  name: N,
  input: Input<N>,
  sent: readonly string[],
): Promise<readonly string[]> {
  expect(await app.refused(name, input)).toMatchObject({ kind: 'cancelled' });
  const question = JSON.stringify(app.asked.at(-1));
  return sent.filter((text) => !question.includes(text));
}

describe('the question before a change', () => {
  it('shows the body of a request that the page has composed, and where it was asked to put a credential @body-shown', async () => {
    const { app, sessionId } = await session(dev);
    app.answers.push({ secret: 'never-crosses-agreed' });
    const { secretRef } = await app.must('secret.enter', { sessionId, kind: 'password' });
    const json = '{"token_policies":["root"],"ttl":"P-9"}';
    const request: ConsoleRequest = {
      method: 'POST',
      path: 'auth/approle/role/deploy?x=Q-1',
      json,
      secrets: [{ pointer: '/options/key', secretRef }],
    };
    expect(
      await unsaid(app, 'console.send', { sessionId, request }, [
        ...['token_policies', 'root', 'P-9', '?x=Q-1', 'options / key', '[credential]'],
      ]),
    ).toEqual([]);
    expect(JSON.stringify(app.asked.at(-1))).not.toContain('never-crosses-agreed');
    const what = { kind: 'request', method: 'POST', path: 'auth/approle/role/deploy', json } as const;
    expect(
      await unsaid(app, 'wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false }, [
        'token_policies',
        'root',
      ]),
    ).toEqual([]);
  });

  it('says what is open of a mount however a page writes its path', async () => {
    const { app, sessionId } = await session(dev);
    const opened = await newKvMount(dev, 2, uniqueName('open'));
    await writeEntry(dev, opened, 'a', { k: 'v' });
    await app.must('entry.open', { sessionId, mount: opened.path as MountPath, path: 'a' });
    const path = opened.path.replace(/\/$/, '');
    for (const written of [path, `/${path}`, `${path}//`])
      await unsaid(app, 'mount.disable', { sessionId, kind: 'secret', path: written }, []);
    const questions = app.asked.filter(({ kind }) => kind === 'confirm');
    expect(questions.map((one) => /Open now|Unsaved edit/.test(JSON.stringify(one)))).toEqual(
      questions.map(() => true),
    );
    const proxy = stopping(await startRecordingProxy(dev));
    const there = await app.login(proxy.address, dev.rootToken);
    app.answers.push(`${path}/`);
    await app.must('mount.disable', { sessionId: there, kind: 'secret', path });
    expect(proxy.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
      `/v1/sys/mounts/${path}`,
    ]);
  });
});
