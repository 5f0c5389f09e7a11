/**
 * Several writers to one entry, random by a seed: apps that read, change some keys and save, merging by key after a
 * conflict, and hvac, which does the same in its own way. `judge` then checks the server's history: every
 * acknowledged save must be a version, made from the version right before, by exactly the changes that were sent.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/ipc/result.ts';
import type { MergeView } from '../../shared/vault/editing.ts';
import type { KnownChange } from '../../shared/vault/entry.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { ask, at, must } from '../servers/index.ts';
import type { Hvac, KvMount, Reachable } from '../servers/index.ts';

/** An acknowledged save. */
export interface Acknowledged {
  readonly by: string;
  /** The version that the writer had read. */
  readonly base: number;
  readonly version: number;
  readonly changes: readonly KnownChange[];
  /** Conflicts before it was saved. */
  readonly conflicts: number;
}

/** Calls of one app, by any transport. */
export type AppCalls = <N extends CallName>(name: N, input: Input<N>) => Promise<Result<Output<N>>>;

export interface Contest {
  readonly mount: KvMount;
  readonly path: string;
  /** Saves required of each writer: a fast one must not leave the slow ones without a turn. */
  readonly each: number;
  readonly done: Acknowledged[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two apps and hvac. */
const WRITERS = 3;
/** Keys that the writers change. */
export const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
/** Long enough for occasional conflicts; part of the work, not a wait for an event. */
const THINKING_MS = 6;

function randomChanges(random: () => number, by: string, round: number): KnownChange[] {
  return KEYS.filter(() => random() < 0.4).map((key) =>
    random() < 0.15
      ? { op: 'remove', key }
      : { op: 'set', key, rawJson: JSON.stringify(`${by} ${String(round)} ${key}`) },
  );
}

/** An app that saves until its share is done. Throws on unexpected results. */
export async function appRival(
  contest: Contest,
  by: string,
  sessionId: string,
  call: AppCalls,
  random: () => number,
): Promise<void> {
  const { path } = contest;
  const mount = contest.mount.path as MountPath;
  for (let round = 0; savesOf(contest, by) < contest.each; round++) {
    let view = valueOf(await call('entry.open', { sessionId, mount, path }));
    let changes: readonly KnownChange[] = randomChanges(random, by, round);
    for (let conflicts = 0; changes.length > 0; conflicts++) {
      await pause(random() * THINKING_MS);
      const saved = await call('entry.save', { entryId: view.entryId, changes });
      if (saved.ok) {
        const [base, version] = [view.version ?? 0, saved.value.version ?? 0];
        contest.done.push({ by, base, version, changes, conflicts });
        break;
      }
      if (saved.error.kind !== 'conflict') throw new Error(`${by}: ${JSON.stringify(saved.error)}`);
      const merge = valueOf(await call('entry.merge', { entryId: view.entryId, changes }));
      if (merge.theirs === undefined)
        throw new Error(`${by}: the entry is gone: ${JSON.stringify(merge.gone)}`);
      changes = merged(changes, merge, random);
      valueOf(await call('entry.close', { entryId: view.entryId }));
      view = merge.theirs;
    }
    valueOf(await call('entry.close', { entryId: view.entryId }));
  }
}

/** Changes left to make over theirs: mine if only I changed the key; clashes are decided by coin toss. */
function merged(mine: readonly KnownChange[], { keys }: MergeView, random: () => number): KnownChange[] {
  const rivalKeys = new Map(keys.map((key) => [key.key, key]));
  return mine.filter(({ key }) => {
    const rivalKey = rivalKeys.get(key);
    if (rivalKey === undefined || rivalKey.mine === 'same') return false;
    if (!rivalKey.clash) return rivalKey.theirs === 'same';
    return random() < 0.5;
  });
}

/** hvac, with check-and-set and its own merge: its keys over those it reads. Awaits `turn` before each save. */
export async function hvacRival(
  contest: Contest,
  hvac: Hvac,
  random: () => number,
  turn = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  const { mount, path } = contest;
  for (let round = 0; savesOf(contest, 'hvac') < contest.each; round++) {
    await turn();
    const changes = randomChanges(random, 'hvac', round);
    for (let conflicts = 0; changes.length > 0; conflicts++) {
      const { data, version } = await hvacReads(hvac, mount, path);
      await pause(random() * THINKING_MS);
      const saved = await hvac.write(mount, path, applied(data, changes), version).catch((error: unknown) => {
        if (String(error).includes('check-and-set')) return undefined;
        throw error;
      });
      if (saved === undefined) continue;
      contest.done.push({ by: 'hvac', base: version, version: saved, changes, conflicts });
      break;
    }
  }
}

async function hvacReads(
  hvac: Hvac,
  mount: KvMount,
  path: string,
): Promise<{ readonly data: Record<string, unknown>; readonly version: number }> {
  const answer = await hvac.call('secrets.kv.v2.read_secret_version', {
    path,
    mount_point: mount.path.slice(0, -1),
  });
  if (!answer.ok) throw new Error(answer.message);
  return {
    data: at(answer.value, 'data', 'data') as Record<string, unknown>,
    version: Number(at(answer.value, 'data', 'metadata', 'version')),
  };
}

/** Values with changes applied. */
function applied(
  data: Readonly<Record<string, unknown>>,
  changes: readonly KnownChange[],
): Record<string, unknown> {
  const next = new Map(Object.entries(data));
  for (const change of changes) {
    if (change.op === 'remove') next.delete(change.key);
    else next.set(change.key, JSON.parse(change.rawJson));
  }
  return Object.fromEntries(next);
}

/** Number of acknowledged saves of a writer. */
export function savesOf({ done }: Contest, writer: string): number {
  return done.filter(({ by }) => by === writer).length;
}

/** Creates an entry that keeps all versions, at version 1; `saves` is the total of all writers. */
export async function startContest(server: Reachable, mount: KvMount, saves: number): Promise<Contest> {
  const path = 'contested';
  await must(server, 'POST', `${mount.path}metadata/${path}`, { max_versions: saves + 10 });
  await must(server, 'POST', `${mount.path}data/${path}`, { data: { a: 'start', z: 'nobody touches it' } });
  return { mount, path, each: Math.ceil(saves / WRITERS), done: [] };
}

/** Faults of the history, in sentences. An empty list: no save was lost or overwritten. */
export async function judge(server: Reachable, { mount, path, done }: Contest): Promise<string[]> {
  const wrong: string[] = [];
  const metadata = (await must(server, 'GET', `${mount.path}metadata/${path}`)) as {
    readonly data: { readonly current_version: number };
  };
  const last = metadata.data.current_version;
  const history: Record<string, unknown>[] = [{}];
  while (history.length <= last) {
    const next = Array.from(
      { length: Math.min(10, last + 1 - history.length) },
      (_, n) => history.length + n,
    );
    const answers = await Promise.all(
      next.map((version) => ask(server, 'GET', `${mount.path}data/${path}?version=${String(version)}`)),
    );
    for (const { json } of answers) history.push(at(json, 'data', 'data') as Record<string, unknown>);
  }
  if (last !== done.length + 1)
    wrong.push(`${String(done.length)} saves were acknowledged, the server has ${String(last - 1)}`);
  const seen = new Set<number>();
  for (const { by, base, version, changes } of done) {
    const said = `version ${String(version)} of ${by}, made from ${String(base)}`;
    if (seen.has(version)) wrong.push(`${said}: acknowledged twice`);
    seen.add(version);
    if (base !== version - 1) wrong.push(`${said}: what came between was overwritten unseen`);
    const meant = applied(history[version - 1] ?? {}, changes);
    if (sorted(meant) !== sorted(history[version] ?? {}))
      wrong.push(`${said}: the server has ${sorted(history[version] ?? {})}, meant was ${sorted(meant)}`);
  }
  return wrong;
}

function sorted(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}
