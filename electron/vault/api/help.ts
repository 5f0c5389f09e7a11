/**
 * `GET <mount>?help=1` (vault-http-facts 6.2): an engine's own documentation, with an OpenAPI document. Help never
 * runs the path, regardless of its effect, and needs no right on it; so it is safe for engines whose GET mints.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText } from './fields.ts';

/** Paths below an engine that can be listed without parameters, e.g. `roles/`, `certs/revoked/`. */
export async function listablePaths(caller: Caller, mount: Mount): Promise<readonly string[]> {
  const answer = await ask(caller, {
    method: 'GET',
    path: mount.path.slice(0, -1),
    query: { help: '1' },
    safe: true,
  });
  const paths = asObject(asObject(asObject(answer.json())['openapi'])['paths']);
  return Object.entries(paths)
    .filter(([path, item]) => !path.includes('{') && takesList(asObject(asObject(item)['get'])))
    .map(([path]) => `${path.replace(/^\/|\/$/g, '')}/`)
    .sort();
}

/** Help text of a path; empty if it has none. The path is not run. */
export async function helpText(caller: Caller, path: string): Promise<string> {
  const answer = await ask(caller, { method: 'GET', path, query: { help: '1' }, safe: true });
  return asText(asObject(answer.json())['help']).trim();
}

/** Folders one level below `folder` (empty, or ending in `/`) that lead to listable paths. */
export function foldersBelow(listable: readonly string[], folder: string): readonly string[] {
  const below = listable.filter((path) => path.startsWith(folder) && path.length > folder.length);
  return [...new Set(below.map((path) => path.slice(folder.length, path.indexOf('/', folder.length) + 1)))];
}

function takesList(operation: Readonly<Record<string, unknown>>): boolean {
  const parameters = operation['parameters'];
  return Array.isArray(parameters) && parameters.some((parameter) => asObject(parameter)['name'] === 'list');
}
