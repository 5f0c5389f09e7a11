/** A request as a line for the `vault` (or `bao`) command of a POSIX shell. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { CopiedRequest } from './copied-request.ts';
import { commandLine, preparations, withBody } from './shell-text.ts';

export function copyAsVault(copied: CopiedRequest): string {
  const { request, withoutToken, secrets, connection } = copied;
  const { method, path, body, wrapTtl, wrapFormat, namespace } = request;
  if (wrapFormat !== undefined)
    throw notOffered('The command line cannot ask for a wrapping token in the JWT format.');
  if (path.trim() !== path)
    throw notOffered('The command line trims paths, and this one begins or ends with a space.');
  const call = kvCommand(copied) ?? plainCommand(copied);
  const flags = [
    ...(call.isSilent === true ? [] : ['-format=json']),
    ...(namespace === undefined ? [] : [`-namespace=${shellWord(namespace)}`]),
    ...(wrapTtl === undefined ? [] : [`-wrap-ttl=${shellWord(String(wrapTtl))}`]),
  ];
  const environment = [
    // An empty value still keeps the tool from `~/.vault-token`.
    ...(withoutToken ? ['VAULT_TOKEN= HOME=/nonexistent'] : []),
    `VAULT_ADDR=${shellWord(connection.address)}`,
    ...(connection.skipVerify ? ['VAULT_SKIP_VERIFY=true'] : []),
  ];
  const command = commandLine([
    ...environment,
    `${connection.program} ${call.verb} ${[...flags, ...call.flags].join(' ')} -- ${call.words.join(' ')}`,
  ]);
  const before = preparations(copied);
  const text = body === undefined ? command : withBody(command, body, secrets);
  return [...before, ...(method === 'PUT' ? ['# The tool sends PUT for every write.'] : []), text].join('\n');
}

interface Call {
  readonly verb: string;
  /** It has no output to format. */
  readonly isSilent?: true;
  readonly flags: readonly string[];
  readonly words: readonly string[];
}

/** Maps a request to the generic commands. */
function plainCommand({ request, isList }: CopiedRequest): Call {
  const { method, path, query = {}, body } = request;
  // The tool's own verb implies `list`.
  const pairs = Object.entries(query)
    .filter(([name]) => !(isList && name === 'list'))
    .map(([name, value]) => shellWord(`${name}=${argumentValue(value)}`));
  const words = [shellWord(path), ...pairs];
  switch (method) {
    case 'GET':
      return { verb: isList ? 'list' : 'read', flags: [], words };
    case 'DELETE':
      return { verb: 'delete', flags: [], words };
    case 'PATCH':
      if (body === undefined) throw notOffered('The command line patches with a body only.');
      return { verb: 'patch', flags: [], words: [shellWord(path), '-'] };
    case 'POST':
    case 'PUT':
      if (pairs.length > 0)
        throw notOffered('The command line cannot send parameters in the path of a write.');
      return body === undefined
        ? { verb: 'write', flags: ['-force'], words: [shellWord(path)] }
        : { verb: 'write', flags: [], words: [shellWord(path), '-'] };
  }
}

/** Maps a request to the tool's own KV version 2 commands, which take the path without `data/`. */
function kvCommand({ request, isList, connection }: CopiedRequest): Call | undefined {
  const { method, path, query = {} } = request;
  const mount = mountOf(connection.mounts, path);
  if (mount?.engine !== 'kv2') return undefined;
  const found = /^(data|metadata)\/(.*)$/.exec(path.slice(mount.path.length));
  const [, family, name = ''] = found ?? [];
  const at = (verb: string, flags: readonly string[] = []): Call => ({
    verb,
    flags: [`-mount=${shellWord(mount.path.slice(0, -1))}`, ...flags],
    words: name === '' ? [] : [shellWord(name)],
  });
  const names = Object.keys(query).join();
  if (isList && family === 'metadata' && names === 'list') return at('kv list');
  if (name === '') return undefined;
  if (method === 'GET' && family === 'data') {
    if (names === '') return at('kv get');
    if (names === 'version') return at('kv get', [`-version=${shellWord(query['version'] ?? '')}`]);
  }
  if (method === 'GET' && family === 'metadata' && names === '') return at('kv metadata get');
  if (method === 'DELETE' && names === '')
    return family === 'data'
      ? at('kv delete')
      : family === 'metadata'
        ? { ...at('kv metadata delete'), isSilent: true }
        : undefined;
  return undefined;
}

/** Escapes `@` and a backslash before it, refuses `-`: the tool interprets them. */
function argumentValue(value: string): string {
  if (value === '-') throw notOffered('The command line reads the value “-” as standard input.');
  return value.startsWith('@') || value.startsWith('\\@') ? `\\${value}` : value;
}

function notOffered(message: string): AppFailure {
  return new AppFailure({ kind: 'not-offered', message, hint: 'Copy it as curl instead.' });
}
