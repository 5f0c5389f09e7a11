/** Saves and plans through a standby that answers reads itself: each finds what was written a moment before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlan, runPlan } from '../../../e2e/attacks/plans.ts';
import {
  ask,
  at,
  newKvMount,
  sharedServers,
  uniqueName,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { makeTestApp } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { raft } = sharedServers();
const standby = raft.standbys[0]?.address ?? '';
let app: TestApp;
let sessionId: string;
let mount: KvMount;
beforeAll(async () => {
  mount = await newKvMount(raft, 2);
  app = makeTestApp({ agrees: true });
  sessionId = await app.login(standby, raft.rootToken);
});
afterAll(async () => {
  await app.end();
});

/** Waits until the standby has what another client wrote. */
const arrives = (path: string, version: number): Promise<unknown> =>
  until(async () => {
    const { json } = await ask({ ...raft, address: standby }, 'GET', `${mount.path}metadata/${path}`);
    return at(json, 'data', 'current_version') === version;
  });

const place = (path: string) => ({ sessionId, mount: mount.path as MountPath, path });

/** Saves of one entry, each right after the other; enough that a standby is behind for some. */
const SAVES = 60;

describe('at a standby', () => {
  it('a save right after another finds no conflict with it @own-writes', async () => {
    const path = uniqueName('saved');
    await writeEntry(raft, mount, path, { count: -1 });
    await arrives(path, 1);
    const { entryId } = await app.must('entry.open', place(path));
    for (let count = 0; count < SAVES; count++) {
      const changes = [{ op: 'set', key: 'count', rawJson: String(count) }] as const;
      expect(await app.must('entry.save', { entryId, changes })).toMatchObject({ version: count + 2 });
    }
    const { json } = await ask(raft, 'GET', `${mount.path}data/${path}`);
    expect(at(json, 'data', 'data', 'count')).toBe(SAVES - 1);
  });

  it('rows of a plan, some at a time, find what each has written before @own-writes', async () => {
    const folder = uniqueName('moved');
    const names = Array.from({ length: 12 }, (_none, id) => `e-${String(id)}`);
    for (const name of names)
      for (const version of [1, 2, 3]) await writeEntry(raft, mount, `${folder}/${name}`, { name, version });
    await arrives(`${folder}/${names.at(-1) ?? ''}`, 3);
    const plan = await makePlan(app, [place(`${folder}/`)], {
      kind: 'move',
      to: place(`${folder}-new/`),
      versions: 'all',
      metadata: true,
      existing: 'skip',
    });
    const { results } = await runPlan(app, plan.planId);
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(results).toHaveLength(names.length);
    for (const name of names) {
      const { json } = await ask(raft, 'GET', `${mount.path}metadata/${folder}-new/${name}`);
      expect(at(json, 'data', 'current_version')).toBe(3);
    }
  });
});
