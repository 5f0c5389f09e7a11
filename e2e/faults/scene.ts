/** The place of one cell of the matrix: a few entries with a history, a token of its own, an app behind a proxy. */
import type { TestApp, TestAppOptions } from '../../electron/ipc/calls/services.fixture.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import {
  encodePath,
  must,
  newPolicy,
  newToken,
  startFaultProxy,
  uniqueName,
  until,
  writeEntry,
} from '../servers/index.ts';
import type { FaultProxy, KvMount, NewToken, Reachable } from '../servers/index.ts';
import { readWorld } from './world.ts';
import type { World } from './world.ts';

/** The server and the mounts of a cell, and what only a server of its own can suffer. */
export interface Ground {
  readonly server: Reachable;
  /** The node that the judge asks: a standby can answer with what was a moment ago. `server` without it. */
  readonly leader?: () => Promise<Reachable>;
  readonly from: KvMount;
  readonly to: KvMount;
  /** A mount of KV v1: the source of the actions that ask for one. */
  readonly v1: KvMount;
  readonly newApp: (options: TestAppOptions) => TestApp;
  /** Rows of a plan under way at a time; those of a new app's settings without it. */
  readonly rowsAtOnce?: number;
  /** Breaks the server; it stays so until `mend`. */
  readonly break?: () => Promise<void>;
  readonly mend?: () => Promise<void>;
}

export interface Scene extends Ground {
  readonly app: TestApp;
  readonly sessionId: string;
  readonly proxy: FaultProxy;
  readonly policy: string;
  readonly credential: NewToken;
  /** Folder in both mounts; ends in `/`. */
  readonly folder: string;
  /** Of an export. */
  readonly file: string;
  readonly source: SelectedPlace;
  readonly target: SelectedPlace;
  /** The source before anything was done, deleted values included. */
  readonly before: World;
  readonly timeoutMs?: number;
  /** Ends what a cell has started besides the scene. */
  readonly atEnd: (() => Promise<void>)[];
  readonly stop: () => Promise<void>;
}

const everything = (mount: KvMount): string =>
  `path "${mount.path}*" { capabilities = ["create", "read", "update", "delete", "list"] }`;
const readingOnly = ({ path, version }: KvMount): string =>
  `path "${path}*" { capabilities = ["read", "list"] }
   path "${path}${version === 2 ? 'data/' : ''}+/+/two" { capabilities = ["deny"] }
   path "${path}${version === 2 ? 'metadata/' : ''}+/+/sub/*" { capabilities = ["deny"] }`;

/** Policy of the app's token: all of both mounts, or after the fault reading only, one entry not even that. */
export function rulesOf({ from, to }: Ground, isWithdrawn: boolean): string {
  const rules = isWithdrawn ? readingOnly : everything;
  return `${rules(from)}\n${rules(to)}`;
}

/** Paths below the source's folder. */
export const entryNames = ['plain', 'two', 'past', 'sub/deep'] as const;

/**
 * Writes the entries of a cell: one version, two, a destroyed, a deleted and a living one, one in a folder. KV v1 has the
 * newest value of each alone.
 */
async function fill({ server, from }: Ground, folder: string): Promise<void> {
  const write = (name: string, version: number): Promise<void> =>
    writeEntry(server, from, folder + name, { password: `pw-${name}-${String(version)}`, user: 'u' });
  const past = encodePath(`${folder}past`);
  await Promise.all([
    write('plain', 1),
    write('two', 1).then(() => write('two', 2)),
    write('sub/deep', 1),
    (async () => {
      for (const version of [1, 2, 3]) await write('past', version);
      if (from.version === 1) return;
      await must(server, 'POST', `${from.path}destroy/${past}`, { versions: [1] });
      await must(server, 'POST', `${from.path}delete/${past}`, { versions: [2] });
      await must(server, 'POST', `${from.path}metadata/${past}`, {
        custom_metadata: { owner: 'ops' },
        max_versions: 7,
      });
    })(),
  ]);
}

export interface SceneOptions {
  /** Changes the entries before they are judged. */
  readonly prepare?: (ground: Ground, folder: string) => Promise<void>;
  readonly timeoutMs?: number;
  readonly dataFolder?: string;
  /** The source is a mount of KV v1. */
  readonly isOfV1?: true;
  readonly file: string;
}

/** Entries below a folder, as the judge sees them. */
export async function judgedWorld(
  { server, leader }: Ground,
  mount: KvMount,
  folder: string,
  through: boolean,
): Promise<World> {
  return readWorld((await leader?.()) ?? server, mount, folder, through);
}

/** An app with a session behind the proxy. */
export async function openApp(
  { newApp, rowsAtOnce, timeoutMs }: Pick<Scene, 'newApp' | 'rowsAtOnce' | 'timeoutMs'>,
  proxy: FaultProxy,
  { token }: NewToken,
  dataFolder?: string,
): Promise<Pick<Scene, 'app' | 'sessionId'>> {
  const app = newApp({ agrees: true, ...(dataFolder === undefined ? {} : { dataFolder }) });
  if (rowsAtOnce !== undefined) app.preferences.now = { ...app.preferences.now, jobRequests: rowsAtOnce };
  const change = timeoutMs === undefined ? {} : { timeoutMs };
  return { app, sessionId: await app.login(proxy.address, token, change) };
}

/** The places of a cell, in a session. */
export function placesOf(
  sessionId: string,
  { from, to }: Pick<Ground, 'from' | 'to'>,
  cell: string,
): Pick<Scene, 'source' | 'target'> {
  const place = (mount: KvMount, path: string) => ({ sessionId, mount: mount.path as MountPath, path });
  return { source: place(from, `${cell}/from/`), target: place(to, `${cell}/to/`) };
}

/** Sets a cell up. */
export async function setScene(place: Ground, options: SceneOptions): Promise<Scene> {
  const ground = options.isOfV1 === true ? { ...place, from: place.v1 } : place;
  const { server, from } = ground;
  const cell = uniqueName('cell');
  const folder = `${cell}/from/`;
  await fill(ground, folder);
  await options.prepare?.(ground, folder);
  const before = await judgedWorld(ground, from, folder, true);
  // The app's node may be a moment behind.
  const atLeader = JSON.stringify([...(await judgedWorld(ground, from, folder, false))]);
  await until(
    async () => JSON.stringify([...(await readWorld(server, from, folder).catch(() => []))]) === atLeader,
  );
  const policy = await newPolicy(server, rulesOf(ground, false));
  const credential = await newToken(server, { policies: [policy], ttl: '1h' });
  const proxy = await startFaultProxy(server);
  const { file, timeoutMs, dataFolder } = options;
  const given = { ...ground, file, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const { app, sessionId } = await openApp(given, proxy, credential, dataFolder);
  const atEnd: Scene['atEnd'] = [];
  return {
    ...given,
    ...placesOf(sessionId, ground, cell),
    app,
    sessionId,
    proxy,
    atEnd,
    policy,
    credential,
    folder,
    before,
    stop: async () => {
      for (const end of atEnd) await end();
      await app.end();
      await proxy.stop();
    },
  };
}

/** True for a request about the entries of a cell, as sent. */
export function isAboutEntries({ from, to }: Ground): RegExp {
  const starts = [from, to].map(({ path, version }) => {
    const start = encodePath(path).replaceAll('.', '\\.');
    return version === 1 ? start : `${start}(?:data|metadata|delete|undelete|destroy|subkeys)/`;
  });
  return new RegExp(`^/v1/(?:${starts.join('|')})`);
}
