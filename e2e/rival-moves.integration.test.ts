/** Two apps move one subtree at once. The server is the judge: nothing is lost, and where both want one place, nothing doubled. */
import { describe, expect, it } from 'vitest';
import { useTestApps } from '../electron/ipc/calls/test-apps.fixture.ts';
import type { MountPath } from '../shared/vault/mount.ts';
import { makePlan, runPlan } from './attacks/plans.ts';
import { line, readWorld } from './faults/world.ts';
import type { World } from './faults/world.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';
import type { KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const { session } = useTestApps();
const names = Array.from({ length: 24 }, (_, at) => `${at % 3 === 0 ? 'deep/' : ''}entry-${String(at)}`);

/** Entries of two versions below `from/`, and both apps with their plans. */
async function rivals(destinations: readonly [string, string]) {
  const mount: KvMount = await newKvMount(dev, 2);
  for (const name of names)
    for (const version of [1, 2])
      await writeEntry(dev, mount, `from/${name}`, { password: `pw-${name}-${String(version)}` });
  const before = await readWorld(dev, mount, 'from/');
  const plans = await Promise.all(
    destinations.map(async (destination) => {
      const { app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true });
      const place = (path: string) => ({ sessionId, mount: mount.path as MountPath, path });
      const plan = await makePlan(app, [place('from/')], {
        kind: 'move',
        to: place(destination),
        versions: 'all',
        metadata: true,
        existing: 'skip',
      });
      return { app, plan, destination };
    }),
  );
  const ran = await Promise.all(plans.map(({ app, plan }) => runPlan(app, plan.planId)));
  const worlds = new Map<string, World>();
  for (const folder of new Set(['from/', ...destinations]))
    worlds.set(folder, await readWorld(dev, mount, folder));
  /** Folders in which an entry stands whole. */
  const wholeIn = (name: string): readonly string[] =>
    [...worlds].flatMap(([folder, world]) =>
      line(world.get(folder + name)) === line(before.get(`from/${name}`)) ? [folder] : [],
    );
  const told = plans.map(({ plan, destination }, at) =>
    plan.rows.flatMap(({ id, from }) => {
      const result = ran[at]?.results.find((one) => one.id === id);
      return [{ name: from.slice(`${mount.path}from/`.length), destination, outcome: result?.outcome }];
    }),
  );
  return { worlds, wholeIn, told: told.flat() };
}

describe('two apps that move one subtree at once', () => {
  it('to one place: each entry ends in exactly one @rival-moves', async () => {
    const { wholeIn, worlds, told } = await rivals(['to/', 'to/']);
    for (const name of names) expect(wholeIn(name), name).toHaveLength(1);
    // There is not one entry or version more.
    expect([...(worlds.get('from/')?.keys() ?? []), ...(worlds.get('to/')?.keys() ?? [])]).toHaveLength(
      names.length,
    );
    for (const { name, outcome } of told) if (outcome === 'done') expect(wholeIn(name)).toEqual(['to/']);
  });

  it('to two places: none is lost, and what is told of each is true', async () => {
    const { wholeIn, told } = await rivals(['one/', 'two/']);
    for (const name of names) expect(wholeIn(name).length, name).toBeGreaterThanOrEqual(1);
    for (const { name, destination, outcome } of told)
      if (outcome === 'done') {
        expect(wholeIn(name), name).toContain(destination);
        expect(wholeIn(name), name).not.toContain('from/');
      }
  });
});
