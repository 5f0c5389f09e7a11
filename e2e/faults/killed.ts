/** A run whose app is killed in its middle, as the next start finds it: its journal, and what the server was sent. */
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { planMade } from '../attacks/plans.ts';
import type { MadePlan } from '../attacks/plans.ts';
import { startFaultProxy, until } from '../servers/index.ts';
import { isAboutEntries, openApp, placesOf } from './scene.ts';
import type { Scene } from './scene.ts';

/**
 * Runs a plan up to its change number `changes`; the server takes no further one. Resolves to the scene of the next
 * start of the app, behind a proxy of its own: the app of this process is not really dead, and is cut off.
 */
export async function killedAfter(scene: Scene, planId: string, changes: number): Promise<Scene> {
  const { app, proxy, server, credential, file, folder } = scene;
  const about = isAboutEntries(scene);
  const changed = (): number =>
    proxy.arrived.filter((one) => !one.startsWith('GET ') && about.test(one.split(' ')[1] ?? '')).length;
  const before = changed();
  proxy.add({ url: about, changing: true, after: changes, fault: { kind: 'never' } });
  await app.must('plan.run', { planId, leftOut: [] });
  // All requests that wait are those that get no answer.
  await until(() => {
    const lost = changed() - before - changes;
    return Promise.resolve(lost > 0 && proxy.waiting() === lost);
  });
  const plans = join(dirname(file), 'next-start', 'plans');
  cpSync(join(app.dataFolder, 'plans'), plans, { recursive: true });
  await proxy.stop();
  const next = await startFaultProxy(server);
  for (const name of readdirSync(plans)) {
    const text = readFileSync(join(plans, name), 'utf8');
    writeFileSync(join(plans, name), text.replaceAll(proxy.address, next.address));
  }
  const opened = await openApp(scene, next, credential, dirname(plans));
  scene.atEnd.push(opened.app.end, next.stop);
  return {
    ...scene,
    ...opened,
    ...placesOf(opened.sessionId, scene, folder.split('/')[0] ?? ''),
    proxy: next,
  };
}

/** Makes the plan of the rest. */
export async function resumed({ app, sessionId }: Scene): Promise<MadePlan> {
  const [one] = await app.must('plan.unfinished', { sessionId });
  const { unfinishedId = '' } = one ?? {};
  return planMade(app, await app.must('plan.resume', { sessionId, unfinishedId }));
}
