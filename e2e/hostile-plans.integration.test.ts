/**
 * Hostile names through plans: created, copied, moved, renamed, deleted and undeleted in one plan a step, and hvac judges
 * each step: it lists exactly those names, and reads each value at its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApps } from '../electron/ipc/calls/test-apps.fixture.ts';
import type { MountPath } from '../shared/vault/mount.ts';
import type { PlanAction } from '../shared/vault/plan.ts';
import { hostileNames } from './attacks/hostile-names.ts';
import { makePlan, runPlan } from './attacks/plans.ts';
import { newKvMount, sharedServers, startHvac } from './servers/index.ts';
import type { Hvac, KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const { session } = useTestApps();
let hvac: Hvac;
beforeAll(async () => void (hvac = await startHvac(dev)));
afterAll(() => hvac.stop());

/** Each name in a folder of its own: some are folders of others. */
const paths = hostileNames.flatMap(({ path, refused }, index) =>
  refused === true ? [] : [`n${String(index)}/${path}`],
);

/** Every entry below a folder, as hvac lists and reads it. */
async function everythingIn(mount: KvMount, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  const waiting = [folder];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop())
    for (const name of await hvac.list(mount, below))
      if (name.endsWith('/')) waiting.push(below + name);
      else found[(below + name).slice(folder.length)] = (await hvac.read(mount, below + name)) ?? 'deleted';
  return found;
}

const valueOf = (path: string): Readonly<Record<string, string>> => ({ name: path });

describe('plans of hostile names', () => {
  it('lose, change and double none of them @hostile-plans', { timeout: 240_000 }, async () => {
    const mount = await newKvMount(dev, 2);
    const { app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true });
    const place = (path: string) => ({ sessionId, mount: mount.path as MountPath, path });
    const all = (renamed: (path: string) => string, value: (path: string) => unknown = valueOf) =>
      Object.fromEntries(paths.map((path) => [renamed(path), value(path)]));
    const same = (path: string): string => path;
    const does = async (folder: string, action: PlanAction): Promise<void> => {
      const plan = await makePlan(app, [place(folder)], action);
      const { results } = await runPlan(app, plan.planId);
      const wrong = plan.rows.filter(
        ({ id }) => !results.some((one) => one.id === id && one.outcome === 'done'),
      );
      expect(wrong, action.kind).toEqual([]);
      expect(results, action.kind).toHaveLength(paths.length);
    };
    for (const path of paths)
      await app.must('entry.create', {
        ...place(`made/${path}`),
        changes: [{ op: 'set', key: 'name', rawJson: JSON.stringify(path) }],
      });
    expect(await everythingIn(mount, 'made/')).toEqual(all(same));

    const carried = { versions: 'all', metadata: true, existing: 'skip' } as const;
    await does('made/', { kind: 'copy', to: place('copied/'), ...carried });
    expect(await everythingIn(mount, 'copied/')).toEqual(all(same));
    expect(await everythingIn(mount, 'made/')).toEqual(all(same));

    await does('copied/', { kind: 'move', to: place('moved/'), ...carried });
    expect(await everythingIn(mount, 'moved/')).toEqual(all(same));
    expect(await everythingIn(mount, 'copied/')).toEqual({});

    await does('moved/', { kind: 'rename', of: 'name', pattern: { kind: 'suffix', text: '-r' } });
    const renamed = (path: string): string => `${path}-r`;
    expect(await everythingIn(mount, 'moved/')).toEqual(all(renamed));

    await does('moved/', { kind: 'delete' });
    expect(await everythingIn(mount, 'moved/')).toEqual(all(renamed, () => 'deleted'));
    await does('moved/', { kind: 'undelete' });
    expect(await everythingIn(mount, 'moved/')).toEqual(all(renamed));
    expect(await everythingIn(mount, 'made/')).toEqual(all(same));
  });
});
