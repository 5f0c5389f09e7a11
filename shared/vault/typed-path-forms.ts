/** Forms of a pasted path: command lines, URLs of the API and of the web UI, and plain paths. */
import type { PathProblem } from './path.ts';

/**
 * Meaning of a pasted text. `style`: `browse` never contains `data/`, `api` is a path of the HTTP API, `text` can be
 * either. `folder`: the text requests a list.
 */
export type TypedForm =
  | {
      readonly style: 'browse' | 'api' | 'text';
      readonly mount?: string;
      readonly path: string;
      readonly version: number | undefined;
      readonly folder: boolean;
    }
  | { readonly problem: PathProblem };

/** Flags of `vault` and `bao` that take the next word as their value unless it follows `=`. */
const valueFlags = new Set(
  [
    'mount',
    'version',
    'versions',
    'namespace',
    'ns',
    'field',
    'format',
    'address',
    'agent-address',
    'cas',
    'wrap-ttl',
  ]
    .concat([
      'ca-cert',
      'ca-path',
      'client-cert',
      'client-key',
      'tls-server-name',
      'header',
      'mfa',
      'max-versions',
    ])
    .concat(['delete-version-after', 'custom-metadata', 'depth', 'unlock-key', 'method']),
);

/** Recognises the form of a pasted text and splits it; the path is neither cleaned nor checked. */
export function readTypedForm(text: string): TypedForm {
  const line = unquoted(text.trim());
  if (line === '')
    return problem('empty', 'There is no path.', 'Type or paste a path, a vault command or an address.');
  const command = /^(?:[$#>]\s+)?(?:[A-Z_]+=\S*\s+)*(?:\S*\/)?(?:vault|bao)(?:\.exe)?\s+(.*)$/s.exec(line);
  if (command?.[1] !== undefined) return commandForm(command[1]);
  const url = /^https?:\/\/[^/?#]*(.*)$/is.exec(line);
  if (url?.[1] !== undefined) return urlForm(url[1]);
  if (/^\/+(?:v1|ui)\//.test(line)) return urlForm(line.replace(/^\/+/, '/'));
  return { style: 'text', path: line, version: undefined, folder: false };
}

/** Path and query of a URL, after its authority. */
function urlForm(rest: string): TypedForm {
  const [, rawPath = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(rest) ?? [];
  if (percentDecoded(rawPath) === undefined)
    return problem(
      'bad-escape',
      'The address contains a % that is not a valid escape.',
      'Copy the address again.',
    );
  const version = versionOf(parameter(query, 'version'));
  const api = (encoded: string): TypedForm => ({
    style: 'api',
    path: percentDecoded(encoded) ?? encoded,
    version,
    folder: /^(?:1|t|true)$/i.test(parameter(query, 'list') ?? ''),
  });
  if (rawPath.startsWith('/v1/')) return api(rawPath.slice('/v1/'.length));
  // Behind a gateway, both the UI and the API begin below the gateway's own path.
  const ui = /^(?:\/[^/]+)*?\/ui\/vault\/secrets(?:-engines)?\/([^/]+)(?:\/(.*))?$/s.exec(rawPath);
  if (ui?.[1] !== undefined) {
    const page = uiPage(ui[2] ?? '');
    const path = percentDecoded(page.path);
    const mount = percentDecoded(ui[1]);
    if (path !== undefined && mount !== undefined)
      return { style: 'browse', mount, path, version, folder: page.folder };
  }
  const below = /^(?:\/[^/]+)+?\/v1\/(.*)$/s.exec(rawPath)?.[1];
  if (below !== undefined) return api(below);
  return problem(
    'no-path',
    'This address names no path of a secret.',
    'Paste an address with /v1/… or /ui/vault/secrets/….',
  );
}

/** Path on a page of the web UI, still encoded: the KV v2 pages (`kv/…`), and the older `show/…`, `list/…`. */
function uiPage(page: string): { readonly path: string; readonly folder: boolean } {
  const list = /^(?:kv\/)?list(?:\/(.*))?$/s.exec(page);
  if (list) return { path: list[1] ?? '', folder: true };
  const older = /^(?:show|edit|metadata|versions|diff)\/(.*)$/s.exec(page);
  if (older?.[1] !== undefined) return { path: older[1], folder: false };
  const kv = /^kv\/([^/]+)(?:\/(?:details|metadata|paths|version-diff|versions|edit|secret).*)?$/s.exec(page);
  if (kv?.[1] !== undefined && kv[1] !== 'create' && kv[1] !== 'configuration')
    return { path: kv[1], folder: false };
  return { path: '', folder: true };
}

/** The rest of a command line after `vault` or `bao`. */
function commandForm(line: string): TypedForm {
  const words = shellWords(line);
  if (words === undefined)
    return problem('bad-command', 'A quote in this command is not closed.', 'Copy the whole command.');
  const positional: string[] = [];
  const flags = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const flag = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word);
    if (flag?.[1] === undefined) positional.push(word);
    else if (flag[2] !== undefined) flags.set(flag[1], flag[2]);
    else if (valueFlags.has(flag[1])) flags.set(flag[1], words[++at] ?? '');
  }
  const [first = '', second = '', third = ''] = positional;
  const mount = flags.get('mount');
  const version = versionOf(flags.get('version') ?? flags.get('versions'));
  if (first === 'kv') {
    const inner = second === 'metadata';
    const verb = inner ? third : second;
    const path = positional[inner ? 3 : 2] ?? '';
    const known = /^(?:get|put|patch|list|delete|undelete|destroy|rollback)$/.test(verb);
    if (known && (path !== '' || mount !== undefined))
      return {
        style: 'browse',
        ...(mount === undefined ? {} : { mount }),
        path,
        version,
        folder: verb === 'list',
      };
  } else if (/^(?:read|list|write|delete|patch)$/.test(first) && second !== '') {
    const path = second.replace(/^\/*v1\//, '');
    return {
      style: 'api',
      path,
      version: versionOf(version?.toString() ?? versionWord(positional)),
      folder: first === 'list',
    };
  }
  return problem(
    'bad-command',
    'This command names no path that can be shown.',
    'Paste a command such as vault kv get secret/payments, or the path alone.',
  );
}

/** `vault read secret/data/x version=2` gives the version as data. */
function versionWord(words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith('version='))?.slice('version='.length);
}

/** Splits like a POSIX shell: quotes, backslashes, no expansion. Undefined if a quote stays open. */
function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && /["\\$`]/.test(line.charAt(at + 1)))
        word = (word ?? '') + line.charAt(++at);
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      const next = line.charAt(++at);
      if (next !== '\n') word = (word ?? '') + next;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return quote === '' ? words : undefined;
}

function unquoted(text: string): string {
  const match = /^(["'`])(.*)\1$/s.exec(text);
  return match?.[2] !== undefined && match[1] !== undefined && !match[2].includes(match[1]) ? match[2] : text;
}

function parameter(query: string, name: string): string | undefined {
  const pair = query.split('&').find((candidate) => candidate.startsWith(`${name}=`));
  return pair === undefined ? undefined : percentDecoded(pair.slice(name.length + 1));
}

function versionOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Percent-decoded; undefined if an escape is not UTF-8. */
function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal percent sign.
    return undefined;
  }
}

function problem(reason: PathProblem['reason'], message: string, hint: string): TypedForm {
  return { problem: { reason, message, hint } };
}
