import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallName } from '../../shared/ipc/contract.ts';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import type { Platform } from '../core/platform.ts';
import { firstCalls, makeFirstAnswers } from './first-answers.ts';
import { calls } from '../ipc/calls/index.ts';
import { makeCallRunner } from '../ipc/run.ts';

const profile = {
  profileId: 'one',
  name: 'Payments',
  colour: 'teal',
  address: 'https://vault:8200',
  namespace: '',
  proxy: 'direct',
  lastUsed: '',
  timeoutMs: 30_000,
  tls: { useSystemStore: true, skipVerify: false },
};

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strongroom-first-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true });
});

function write(text: string): void {
  writeFileSync(join(dataFolder, 'profiles.json'), text);
}

function answers(environment: Record<string, string> = {}, known = createKnownCredentials()) {
  const app = { version: '1', connectTo: () => '', dataFolder } as Platform['app'];
  const preferences = { get: () => ({ theme: 'dark' }) } as Platform['preferences'];
  return { known, first: makeFirstAnswers({ app, preferences, environment }, known) };
}

describe('the calls that are answered first', () => {
  it.each(firstCalls)('%s only reads, takes nothing, is about nothing and asks nobody', (name) => {
    const row = calls[name];
    expect(row).toMatchObject({ effect: 'read', whenLocked: 'answered', asks: 'nothing', about: 'nothing' });
    expect(row.parse({}).ok).toBe(true);
    expect(row.parse({ sessionId: 'x' }).ok).toBe(false);
  });

  it('are no others', () => {
    const { first } = answers();
    for (const name of Object.keys(calls) as CallName[])
      expect(first(name) !== undefined, name).toBe((firstCalls as readonly string[]).includes(name));
  });
});

describe('the saved connections', () => {
  it('are those of the file, and none where there is none', () => {
    expect(answers().first('profile.list')).toEqual([]);
    write(JSON.stringify({ version: 1, data: { profiles: [profile], files: {} } }));
    expect(answers().first('profile.list')).toEqual([{ ...profile, environment: '' }]);
  });

  it.each([
    ['torn', '{"version":1,"data":{"pro'],
    ['of a newer version', JSON.stringify({ version: 2, data: { profiles: [], files: {} } })],
    ['not ours', JSON.stringify({ version: 1, data: [] })],
    [
      'with the value of a header in it',
      JSON.stringify({
        version: 1,
        data: { profiles: [{ ...profile, headers: [{ name: 'X-Gate', value: 'canary' }] }], files: {} },
      }),
    ],
  ])('wait where the file is %s, which is left as it is', (_name, text) => {
    write(text);
    expect(answers().first('profile.list')).toBeUndefined();
    expect(readdirSync(dataFolder)).toEqual(['profiles.json']);
  });
});

describe('a first answer on its way out', () => {
  function run(name: CallName, input: unknown, environment: Record<string, string> = {}) {
    const { known, first } = answers(environment);
    const behind = () => Promise.reject(new Error('nothing is behind the bridge yet'));
    const outgoing = makeOutgoing(known);
    return makeCallRunner({ behind, first, outgoing, log: () => undefined }).run(name, input, 1, 7);
  }

  it('needs nothing behind the bridge', async () => {
    expect(await run('session.list', {})).toEqual({ ok: true, value: [] });
    expect(await run('mount.list', {})).toMatchObject({ ok: false });
  });

  it('is for a call that is made as it must be', async () => {
    for (const input of [{ a: 1 }, null, 'x', [], new Map()])
      expect(await run('session.list', input)).toMatchObject({ ok: false });
  });

  it('holds no credential of the environment', async () => {
    const token = 'hvs.CAESIJcanarycanarycanarycanary';
    write(JSON.stringify({ version: 1, data: { profiles: [{ ...profile, name: token }], files: {} } }));
    const told = JSON.stringify(await run('profile.list', {}, { VAULT_TOKEN: token }));
    expect(told).toContain('[redacted]');
    expect(told).not.toContain('canary');
  });
});
