/**
 * Forms of one path: for people (browse), HTTP (API), the shell (CLI), and policies. On KV v2 they differ, and mixing
 * them up is the commonest mistake with Vault.
 */
import type { Mount } from '../../../shared/vault/mount.ts';
import { encodeApiPath } from '../../../shared/vault/path.ts';
import { products } from '../../../shared/vault/server.ts';
import type { ServerKind } from '../../../shared/vault/server.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';

export interface PathForm {
  readonly name: string;
  readonly text: string;
}

/** All forms of an entry or folder (`path` below the mount; a folder's is empty or has a trailing slash). */
export function pathForms(mount: Mount, path: string, server: ServerKind): PathForm[] {
  return [
    { name: 'Path', text: mount.path + path },
    { name: 'API path', text: '/v1/' + encodeApiPath(apiPath(mount, path)) + listQuery(path) },
    { name: 'CLI command', text: cliCommand(mount, path, server) },
    { name: 'Policy path', text: apiPath(mount, path) },
  ];
}

/** API path to read an entry or to list a folder, without `/v1/`. */
export function apiPath(mount: Mount, path: string): string {
  if (mount.engine !== 'kv2') return mount.path + path;
  return mount.path + (isFolder(path) ? 'metadata/' : 'data/') + path;
}

/** Policy that permits listing a folder, as HCL. */
export function listPolicy(mount: Mount, path: string): string {
  return policy(apiPath(mount, path), 'list');
}

/** One policy rule, as HCL; quotes and backslashes escaped. */
export function policy(path: string, capability: string): string {
  const escaped = path.replace(/["\\]/g, '\\$&');
  return `path "${escaped}" {\n  capabilities = ["${capability}"]\n}`;
}

function cliCommand(mount: Mount, path: string, server: ServerKind): string {
  const { program } = products[server];
  const folder = isFolder(path);
  const mountName = shellWord(mount.path.replace(/\/$/, ''));
  switch (mount.engine) {
    case 'kv1':
    case 'kv2': {
      const target = path === '' ? '' : ' ' + argument(path);
      return `${program} kv ${folder ? 'list' : 'get'} -mount=${mountName}${target}`;
    }
    case 'cubbyhole':
    case 'other':
      return `${program} ${folder ? 'list' : 'read'} ${argument(mount.path + path)}`;
  }
}

/** A path that starts with a dash would be parsed as a flag. */
function argument(path: string): string {
  return (path.startsWith('-') ? '-- ' : '') + shellWord(path);
}

function isFolder(path: string): boolean {
  return path === '' || path.endsWith('/');
}

function listQuery(path: string): string {
  return isFolder(path) ? '?list=true' : '';
}
