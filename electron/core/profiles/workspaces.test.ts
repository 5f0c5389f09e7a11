import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { emptyMemory, maxNamespaces } from '../../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';
import { createOwnFiles } from '../../disk/own-files.ts';
import { createWorkspaces, parseWorkspacesFile } from './workspaces.ts';
import type { Workspaces, WorkspacesFile } from './workspaces.ts';

const place = {
  mount: { path: 'kv/' as MountPath, type: 'kv', engine: 'kv2', description: '' },
  path: 'a',
} as const;
const memory: WorkspaceMemory = { ...emptyMemory, recents: [place] };
const saved = { sessionId: 's', profileId: 'p' };

let folder = '';
const told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-workspaces-'));
  told.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  // A later write would create the folder again.
  for (const workspaces of opened.splice(0)) await workspaces.flush();
  rmSync(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, 'workspaces.json');
const opened: Workspaces[] = [];
function open(): Workspaces {
  const parse = (value: unknown) =>
    typeof value === 'object' && value !== null && 'tabs' in value ? (value as WorkspaceMemory) : undefined;
  const workspaces = createWorkspaces(
    createOwnFiles(
      (problem) => told.push(problem),
      () => expect.unreachable(),
    ).open({
      holds: 'The tabs',
      path: path(),
      version: 1,
      initial: {},
      parse: (data) => parseWorkspacesFile(data, parse),
    }),
  );
  opened.push(workspaces);
  return workspaces;
}

/** A memory on a file that only notes its writes. */
function openCounting() {
  const writes: string[] = [];
  const note = (how: string) => (value: WorkspacesFile) => {
    writes.push(`${how} ${String(value['p']?.activeTab)}`);
    return Promise.resolve();
  };
  const file = { value: () => ({}), save: note('now'), saveLater: note('later') };
  return { workspaces: createWorkspaces(file), writes };
}

describe('the memory of a saved connection', () => {
  itOnUnix('modes of files: Windows has lists of rights instead')(
    'is there after a restart, in a file for nobody else',
    () => {
      const before = open();
      expect(before.load(saved)).toEqual(emptyMemory);
      before.save(saved, memory);
      expect(before.load({ sessionId: 'another', profileId: 'p' })).toEqual(memory);
      void before.flush();
      expect(statSync(path()).mode & 0o777).toBe(0o600);
      expect(open().load(saved)).toEqual(memory);
    },
  );

  it('is one for each namespace that was opened from it, and goes with it', () => {
    const before = open();
    const team = { ...saved, namespace: 'team-a' };
    before.save(saved, emptyMemory);
    before.save(team, memory);
    expect(before.load({ ...saved, namespace: 'team-b' })).toEqual(emptyMemory);
    void before.flush();
    const after = open();
    expect(after.load(saved)).toEqual(emptyMemory);
    expect(after.load(team)).toEqual(memory);
    after.removeProfile('p');
    expect(after.load(team)).toEqual(emptyMemory);
  });

  it('is not kept for more namespaces than are offered: the one of longest ago goes', () => {
    const store = open();
    const at = (number: number) => ({ ...saved, namespace: `team-${String(number)}` });
    for (let number = 0; number < maxNamespaces; number++) store.save(at(number), memory);
    store.save(saved, memory);
    store.save(at(0), { ...memory, activeTab: 0 });
    store.save(at(maxNamespaces), memory);
    expect(store.load(at(0))).toEqual({ ...memory, activeTab: 0 });
    expect(store.load(at(1))).toEqual(emptyMemory);
    expect(store.load(saved)).toEqual(memory);
  });

  it('is written once for many changes, off the main thread, and not for none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { workspaces, writes } = openCounting();
    for (let n = 0; n < 50; n++) workspaces.save(saved, { ...memory, activeTab: n });
    expect(writes).toEqual([]);
    vi.runAllTimers();
    expect(writes).toEqual(['later 49']);
    await Promise.resolve();
    workspaces.save(saved, { ...memory, activeTab: 49 });
    vi.runAllTimers();
    await workspaces.flush();
    expect(writes).toEqual(['later 49']);
  });

  it('is on disk once it was flushed, also where a write was under way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const workspaces = open();
    workspaces.save(saved, { ...memory, activeTab: 1 });
    vi.runAllTimers();
    const flushed = workspaces.flush();
    expect(readFileSync(path(), 'utf8')).toContain('"activeTab": 1');
    workspaces.save(saved, { ...memory, activeTab: 2 });
    vi.runAllTimers();
    workspaces.save(saved, { ...memory, activeTab: 3 });
    void workspaces.flush();
    expect(readFileSync(path(), 'utf8')).toContain('"activeTab": 3');
    await Promise.all([flushed, workspaces.flush()]);
    expect(readFileSync(path(), 'utf8')).toContain('"activeTab": 3');
    expect(readdirSync(folder)).toEqual(['workspaces.json']);
  });

  it('goes with the connection', () => {
    const workspaces = open();
    workspaces.save(saved, memory);
    workspaces.removeProfile('p');
    void workspaces.flush();
    expect(open().load(saved)).toEqual(emptyMemory);
  });
});

it('remembers a connection that is not saved until it is closed, and writes nothing of it', () => {
  const workspaces = open();
  workspaces.save({ sessionId: 's' }, memory);
  expect(workspaces.load({ sessionId: 's' })).toEqual(memory);
  expect(workspaces.load({ sessionId: 't' })).toEqual(emptyMemory);
  workspaces.closeSession('s');
  expect(workspaces.load({ sessionId: 's' })).toEqual(emptyMemory);
  void workspaces.flush();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['torn', '{"version":1,"data":{"p":{"tabs":['],
  ['with something else in it', '{"version":1,"data":{"p":{"tokens":[]}}}'],
  ['that is a list', '{"version":1,"data":[]}'],
])('sets a file aside that is %s, and says so', (_what, text) => {
  writeFileSync(path(), text);
  expect(open().load(saved)).toEqual(emptyMemory);
  expect(told).toEqual([expect.stringContaining('kept as workspaces.json.set-aside-')]);
  expect(readdirSync(folder)).toEqual([expect.stringContaining('set-aside')]);
});
