/**
 * Hostile names, keys and values pass schemas, handlers, sessions and client to a real server and back, and hvac
 * verifies every step: it lists exactly that name, reads exactly that value. Names that the server refuses are
 * refused before sending, with a message.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApps } from '../electron/ipc/calls/test-apps.fixture.ts';
import type { TestApp } from '../electron/ipc/calls/services.fixture.ts';
import { sameValue } from '../electron/core/entries/canonical-json.ts';
import { unpackNames } from '../shared/vault/names.ts';
import type { MountPath } from '../shared/vault/mount.ts';
import { hostileNames } from './attacks/hostile-names.ts';
import {
  brokenValues,
  hostileKeys,
  hostileValues,
  refusedValues,
  unstorableValues,
} from './attacks/hostile-values.ts';
import { newKvMount, sharedServers, startHvac } from './servers/index.ts';
import type { Hvac, KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
let hvac: Hvac;
beforeAll(async () => void (hvac = await startHvac(dev)));
afterAll(() => hvac.stop());

interface Scene {
  readonly app: TestApp;
  readonly sessionId: string;
  readonly mount: KvMount;
  /** The mount in call inputs. */
  readonly at: MountPath;
}

async function scene(version: 1 | 2): Promise<Scene> {
  const mount = await newKvMount(dev, version);
  const app = newApp({ agrees: true });
  return {
    app,
    mount,
    at: mount.path as MountPath,
    sessionId: await app.login(dev.address, dev.rootToken),
  };
}

/** Folder and last name of a path: `a/b/c` → `a/b/`, `c`. */
function parted(path: string): { readonly folder: string; readonly leaf: string } {
  const slash = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, slash), leaf: path.slice(slash) };
}

/** Runs a step; its errors name `what`. */
async function about<T>(what: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${JSON.stringify(what)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function deleteWhole({ app, sessionId, at }: Scene, path: string): Promise<void> {
  app.answers.push(at + path);
  await app.must('entry.deleteEverything', { sessionId, mount: at, path });
}

it('has 200 names, 100 keys and 100 values, none of them twice @hostile-names', () => {
  for (const [table, least] of [
    [hostileNames.map(({ path }) => path), 200],
    [hostileKeys, 100],
    [hostileValues.map(({ raw }) => raw), 100],
  ] as const) {
    expect(table.length).toBeGreaterThanOrEqual(least);
    expect(new Set(table).size).toBe(table.length);
  }
});

describe.each([1, 2] as const)('on KV v%i', (version) => {
  it('takes every name through create, list, read, edit, copy and delete', { timeout: 240_000 }, async () => {
    const here = await scene(version);
    const taken = hostileNames.filter(
      ({ refused, refusedByKv1 }) => refused !== true && (version === 2 || refusedByKv1 !== true),
    );
    for (const [index, { path }] of taken.entries())
      await about(path, () => liveWith(here, `n${String(index)}/${path}`));
  });

  it('refuses with a sentence what the server refuses or would take for another path', async () => {
    const here = await scene(version);
    for (const [index, { path }] of hostileNames.filter(({ refused }) => refused === true).entries())
      await about(path, () => refusedAlike(here, `r${String(index)}/`, path));
  });

  it(
    'takes every key and value through create, read, copy, edit and removal',
    { timeout: 240_000 },
    async () => {
      const here = await scene(version);
      const count = Math.max(hostileKeys.length, hostileValues.length);
      for (let at = 0; at < count; at++) {
        const key = hostileKeys[at % hostileKeys.length] ?? '';
        const value = hostileValues[at % hostileValues.length] ?? { raw: '0' };
        const stored = version === 2 ? (value.kv2 ?? value.raw) : value.raw;
        await about([key, value.raw.slice(0, 80)], () =>
          keep(here, `m${String(at)}`, { key, raw: value.raw, stored }),
        );
      }
    },
  );

  it('holds all keys in one entry, and an edit of one leaves the others as they are', async () => {
    const { app, sessionId, mount, at } = await scene(version);
    const members = hostileKeys.map((key, index) => {
      const { raw, kv2 } = hostileValues[index % hostileValues.length] ?? { raw: '0' };
      return { key, raw, stored: version === 2 ? (kv2 ?? raw) : raw };
    });
    const text = (change?: { readonly key: string; readonly raw: string }): string =>
      `{${members
        .map(({ key, stored }) => `${JSON.stringify(key)}:${key === change?.key ? change.raw : stored}`)
        .join(',')}}`;
    const changes = members.map(({ key, raw }) => ({ op: 'set', key, rawJson: raw }) as const);
    await app.must('entry.create', { sessionId, mount: at, path: 'all', changes });
    await hvac.holds(mount, 'all', text());
    const { entryId, keys } = await app.must('entry.open', { sessionId, mount: at, path: 'all' });
    expect(keys.map(({ key }) => key).sort()).toEqual([...hostileKeys].sort());
    for (const key of hostileKeys.filter((_, index) => index % 10 === 0)) {
      const change = { key, raw: '"changed"' };
      await app.must('entry.save', { entryId, changes: [{ op: 'set', key, rawJson: change.raw }] });
      await hvac.holds(mount, 'all', text(change));
      const { stored } = members.find((member) => member.key === key) ?? { stored: '' };
      await app.must('entry.save', { entryId, changes: [{ op: 'set', key, rawJson: stored }] });
      await hvac.holds(mount, 'all', text());
    }
  });

  it('refuses a value that no server keeps, or that is no JSON, and writes nothing', async () => {
    const { app, sessionId, mount, at } = await scene(version);
    for (const rawJson of [...unstorableValues, ...brokenValues]) {
      await about(rawJson, async () => {
        const changes = [{ op: 'set', key: 'k', rawJson } as const];
        const error = await app.refused('entry.create', { sessionId, mount: at, path: 'bad', changes });
        expect(error).toMatchObject({ kind: 'invalid-input', field: 'k' });
        expect(error.message).toMatch(/Nothing was saved/);
      });
    }
    for (const rawJson of refusedValues) {
      const changes = [{ op: 'set', key: 'k', rawJson } as const];
      const error = await app.refused('entry.create', { sessionId, mount: at, path: 'bad', changes });
      expect(error.message, rawJson).toMatch(/Nothing was saved/);
    }
    for (const key of ['\ud800', 'a\udc00'])
      await app.refused('entry.create', {
        sessionId,
        mount: at,
        path: 'bad',
        changes: [{ op: 'set', key, rawJson: '1' }],
      });
    expect(await hvac.list(mount, '')).toEqual([]);
  });
});

it('says what KV v1 says about two dots in a row', async () => {
  const { app, sessionId, mount, at } = await scene(1);
  const names = hostileNames.filter(({ refusedByKv1 }) => refusedByKv1 === true);
  expect(names.length).toBeGreaterThan(3);
  for (const { path } of names) {
    const changes = [{ op: 'set', key: 'k', rawJson: '1' } as const];
    const error = await app.refused('entry.create', { sessionId, mount: at, path, changes });
    expect(error.message, path).toContain('relative paths not supported');
    await expect(hvac.write(mount, path, { k: 1 }), path).rejects.toThrow('hvac raised');
  }
  expect(await hvac.list(mount, '')).toEqual([]);
});

/** Create → list → read → edit → copy → delete, with hvac checking each step. */
async function liveWith(here: Scene, path: string): Promise<void> {
  const { app, sessionId, mount, at } = here;
  const { folder, leaf } = parted(path);
  const set = (rawJson: string) => [{ op: 'set', key: 'k', rawJson }] as const;
  await app.must('entry.create', { sessionId, mount: at, path, changes: set('"first"') });
  await hvac.holds(mount, path, '{"k":"first"}');
  expect(await hvac.list(mount, folder)).toEqual([leaf]);

  const listed = await app.must('folder.list', { sessionId, mount: at, path: folder });
  expect(unpackNames(listed.names)).toEqual([leaf]);

  const { entryId } = await app.must('entry.open', { sessionId, mount: at, path });
  expect(await app.must('entry.reveal', { entryId, key: 'k' })).toEqual({ rawJson: '"first"' });

  // The server trims the paths of its capabilities: an existing permission must not be shown as missing.
  const rights = await app.must('entry.rights', { sessionId, mount: at, path });
  expect(rights).toMatchObject({ read: true, update: true, delete: true, deleteAll: true, list: true });

  await app.must('entry.save', { entryId, changes: set('"second"') });
  await hvac.holds(mount, path, '{"k":"second"}');
  // The same path, not a similar-looking one.
  expect(await hvac.list(mount, folder)).toEqual([leaf]);

  const copy = `copy ${folder}${leaf}`;
  const duplicate = { sessionId, mount: at, path: copy, entryId, withCustomMetadata: false };
  await app.must('entry.duplicate', duplicate);
  await hvac.holds(mount, copy, '{"k":"second"}');
  expect(await hvac.list(mount, parted(copy).folder)).toEqual([leaf]);

  await deleteWhole(here, path);
  expect(await hvac.read(mount, path)).toBeUndefined();
  expect(await hvac.list(mount, folder)).toEqual([]);
  await hvac.holds(mount, copy, '{"k":"second"}');
  await deleteWhole(here, copy);
}

/** The app refuses it; hvac is refused as well, or its write does not appear under that name. */
async function refusedAlike({ app, sessionId, mount, at }: Scene, own: string, path: string): Promise<void> {
  const changes = [{ op: 'set', key: 'k', rawJson: '1' } as const];
  const error = await app.refused('entry.create', { sessionId, mount: at, path: own + path, changes });
  expect(error.kind).toBe('invalid-input');
  expect(error.message).toMatch(/^\S.*\.$/u);
  const written = await hvac.write(mount, own + path, { k: 1 }).then(
    () => true,
    () => false,
  );
  if (!written) return;
  const { folder, name } = firstDoubtful(path);
  expect(await hvac.list(mount, own + folder)).not.toContain(name);
}

/** First step of a path that is cleaned away, or else its last name, with the folder that would list it. */
function firstDoubtful(path: string): { readonly folder: string; readonly name: string } {
  const steps = path.split('/');
  const at = steps.findIndex((step) => ['', '.', '..'].includes(step));
  const index = at === -1 ? steps.length - 1 : at;
  const folder = steps.slice(0, index).map((step) => `${step}/`);
  return { folder: folder.join(''), name: (steps[index] ?? '') + (index === steps.length - 1 ? '' : '/') };
}

interface Member {
  readonly key: string;
  readonly raw: string;
  /** The stored value. */
  readonly stored: string;
}

/** An entry with a hostile member and a plain one. */
async function keep(here: Scene, path: string, { key, raw, stored }: Member): Promise<void> {
  const { app, sessionId, mount, at } = here;
  const numbers = mount.version === 2 ? 'float64' : 'exact';
  const name = JSON.stringify(key);
  const plain = 'plain key of the test';
  await app.must('entry.create', {
    sessionId,
    mount: at,
    path,
    changes: [
      { op: 'set', key, rawJson: raw },
      { op: 'set', key: plain, rawJson: '1' },
    ],
  });
  await hvac.holds(mount, path, `{${name}:${stored},"${plain}":1}`);

  const { entryId, keys } = await app.must('entry.open', { sessionId, mount: at, path });
  expect(keys.map((facts) => facts.key).sort()).toEqual([key, plain].sort());
  const { rawJson } = await app.must('entry.reveal', { entryId, key });
  expect(sameValue(rawJson, stored, numbers), `revealed as ${rawJson.slice(0, 200)}`).toBe(true);

  await app.must('entry.copy', { entryId, key });
  const value: unknown = JSON.parse(stored);
  if (typeof value === 'string') expect(app.clipboard.text).toBe(value);
  else expect(sameValue(app.clipboard.text, stored, numbers), app.clipboard.text).toBe(true);

  // An edit of another member sends it back unchanged; so does an edit of itself, there and back.
  await app.must('entry.save', { entryId, changes: [{ op: 'set', key: plain, rawJson: '2' }] });
  await hvac.holds(mount, path, `{${name}:${stored},"${plain}":2}`);
  await app.must('entry.save', { entryId, changes: [{ op: 'set', key, rawJson: '"other"' }] });
  await hvac.holds(mount, path, `{${name}:"other","${plain}":2}`);
  await app.must('entry.save', { entryId, changes: [{ op: 'set', key, rawJson }] });
  await hvac.holds(mount, path, `{${name}:${stored},"${plain}":2}`);

  await app.must('entry.save', { entryId, changes: [{ op: 'remove', key }] });
  await hvac.holds(mount, path, `{"${plain}":2}`);
  await deleteWhole(here, path);
  expect(await hvac.read(mount, path)).toBeUndefined();
}
