/** Destructible state of a server as text, for comparison before and after. */
import { ask, at } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** State worth protecting: seal, mounts, auth methods, policies with their text, every KV entry with its versions. */
export interface ServerState {
  readonly sealed: boolean;
  readonly mounts: readonly string[];
  readonly authMethods: readonly string[];
  readonly policies: Readonly<Record<string, string>>;
  /** Values by mount and path, and for v2 by version. */
  readonly entries: Readonly<Record<string, string>>;
}

/** Reads it with the server's root token, bypassing the app. */
export async function worthComparing(server: Reachable): Promise<ServerState> {
  const read = async (path: string): Promise<unknown> => (await ask(server, 'GET', path)).json;
  const mounts = membersOf(at(await read('sys/mounts'), 'data'));
  const policies: Record<string, string> = {};
  for (const name of textsOf(at(await read('sys/policies/acl?list=true'), 'data', 'keys')))
    policies[name] = JSON.stringify(
      at(await read(`sys/policies/acl/${encodeURIComponent(name)}`), 'data', 'policy'),
    );
  const entries: Record<string, string> = {};
  for (const [path, mount] of mounts)
    if (at(mount, 'type') === 'kv')
      await readEntries(server, path, at(mount, 'options', 'version') === '2', entries);
  return {
    sealed: at(await read('sys/seal-status'), 'sealed') === true,
    mounts: mounts.map(identity).sort(),
    authMethods: membersOf(at(await read('sys/auth'), 'data'))
      .map(identity)
      .sort(),
    policies,
    entries,
  };
}

/** Identifies a mount: type and accessor change if it is replaced. */
function identity([path, mount]: readonly [string, unknown]): string {
  return `${path} ${String(at(mount, 'type'))} ${String(at(mount, 'accessor'))}`;
}

async function readEntries(
  server: Reachable,
  mount: string,
  isV2: boolean,
  entries: Record<string, string>,
): Promise<void> {
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { json } = await ask(
      server,
      'GET',
      `${mount}${isV2 ? 'metadata/' : ''}${encoded(folder)}?list=true`,
    );
    for (const name of textsOf(at(json, 'data', 'keys'))) {
      const path = folder + name;
      if (name.endsWith('/')) waiting.push(path);
      else if (isV2) await readVersions(server, mount, path, entries);
      else
        entries[mount + path] = JSON.stringify(
          at((await ask(server, 'GET', mount + encoded(path))).json, 'data'),
        );
    }
  }
}

/** Undeletes deleted versions in order to read them: only permanent loss is compared. */
async function readVersions(
  server: Reachable,
  mount: string,
  path: string,
  entries: Record<string, string>,
): Promise<void> {
  const { json } = await ask(server, 'GET', `${mount}metadata/${encoded(path)}`);
  for (const [version, facts] of membersOf(at(json, 'data', 'versions'))) {
    if (at(facts, 'deletion_time') !== '')
      await ask(server, 'POST', `${mount}undelete/${encoded(path)}`, { versions: [Number(version)] });
    const { json: entry } = await ask(server, 'GET', `${mount}data/${encoded(path)}?version=${version}`);
    entries[`${mount}${path} ${version}`] = JSON.stringify(at(entry, 'data', 'data'));
  }
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
