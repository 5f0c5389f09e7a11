/** Entries of a server as the judge of the faults reads them: by bare requests with the root token, past the app. */
import { ask, at, encodePath, must } from '../servers/index.ts';
import type { KvMount, Reachable } from '../servers/index.ts';

export type VersionState = 'living' | 'deleted' | 'destroyed';

export interface JudgedVersion {
  readonly state: VersionState;
  /** Undefined if it cannot be read as it is: deleted or destroyed. */
  readonly value?: Readonly<Record<string, unknown>>;
}

export interface JudgedEntry {
  /** Oldest first. */
  readonly versions: readonly JudgedVersion[];
  readonly owner: string;
  readonly maxVersions: number;
}

/** Entries by path below their mount. */
export type World = ReadonlyMap<string, JudgedEntry>;

/**
 * Reads everything below a folder. `through`: deleted versions are undeleted to be read, and deleted
 * again: only for the last look at a server.
 */
export async function readWorld(
  server: Reachable,
  mount: KvMount,
  folder: string,
  through = false,
): Promise<World> {
  const world = new Map<string, JudgedEntry>();
  const waiting = [folder];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const { json } = await ask(
      server,
      'GET',
      `${mount.path}${mount.version === 2 ? 'metadata/' : ''}${encodePath(below)}?list=true`,
    );
    const names = at(json, 'data', 'keys');
    for (const name of Array.isArray(names) ? (names as readonly string[]) : [])
      if (name.endsWith('/')) waiting.push(below + name);
      else world.set(below + name, await readJudged(server, mount, below + name, through));
  }
  return world;
}

async function readJudged(
  server: Reachable,
  mount: KvMount,
  path: string,
  through: boolean,
): Promise<JudgedEntry> {
  const where = encodePath(path);
  if (mount.version === 1) {
    const value = at(await must(server, 'GET', mount.path + where), 'data');
    return {
      versions: [{ state: 'living', value: value as Readonly<Record<string, unknown>> }],
      owner: '',
      maxVersions: 0,
    };
  }
  const facts = at(await must(server, 'GET', `${mount.path}metadata/${where}`), 'data');
  const versions: JudgedVersion[] = [];
  const numbers = Object.keys(at(facts, 'versions') as object)
    .map(Number)
    .sort((a, b) => a - b);
  for (const number of numbers) {
    const isDestroyed = at(facts, 'versions', number, 'destroyed') === true;
    const isDeleted = at(facts, 'versions', number, 'deletion_time') !== '';
    const state = isDestroyed ? 'destroyed' : isDeleted ? 'deleted' : 'living';
    if (state === 'destroyed' || (state === 'deleted' && !through)) {
      versions.push({ state });
      continue;
    }
    const change = { versions: [number] };
    if (isDeleted) await must(server, 'POST', `${mount.path}undelete/${where}`, change);
    const { json } = await ask(server, 'GET', `${mount.path}data/${where}?version=${String(number)}`);
    if (isDeleted) await must(server, 'POST', `${mount.path}delete/${where}`, change);
    versions.push({ state, value: at(json, 'data', 'data') as Readonly<Record<string, unknown>> });
  }
  return {
    versions,
    owner: (at(facts, 'custom_metadata', 'owner') as string | undefined) ?? '',
    maxVersions: Number(at(facts, 'max_versions') ?? 0),
  };
}

/** A made-up password is told from those that the tests have written. */
const ours = /^pw-/;

/**
 * An entry as one line, to be compared and to be read in a report; `—`: there is none. A value of a deleted version
 * shows only with `through`, and each generated password is the same.
 */
export function line(entry: JudgedEntry | undefined, through = false): string {
  if (entry === undefined) return '—';
  const versions = entry.versions.map(({ state, value }) =>
    state === 'destroyed' || (state === 'deleted' && !through) ? state : `${state} ${text(value)}`,
  );
  const owner = entry.owner === '' ? '' : ` owner ${entry.owner}`;
  return `${versions.join(' | ')}${owner}${entry.maxVersions === 0 ? '' : ` at most ${String(entry.maxVersions)}`}`;
}

function text(value: JudgedVersion['value'] = {}): string {
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${key}=${ours.test(String(one)) ? String(one) : '*'}`)
    .join(' ');
}

/** True if the copy, as far as it has come, is the beginning of the whole one: nothing else, nothing twice. */
export function isBeginningOf(now: JudgedEntry | undefined, whole: JudgedEntry | undefined): boolean {
  if (now === undefined) return true;
  if (whole === undefined || now.versions.length > whole.versions.length) return false;
  return now.versions.every(({ value }, index) => {
    const wanted = whole.versions[index]?.value;
    return value === undefined || wanted === undefined || text(value) === text(wanted);
  });
}
