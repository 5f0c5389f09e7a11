/**
 * A typed server address becomes one normal form, or one exact sentence about its fault. An address is scheme, host
 * and port, and behind a gateway the path before `/v1/`; or it is a socket of this machine. The client adds `/v1/`
 * itself. A query or a user name would be dropped silently or end up in a log.
 */
import { isIPv6 } from 'node:net';
import { posix } from 'node:path';
import { domainToUnicode } from 'node:url';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';

/** A parsed server address. */
export interface ServerAddress {
  /**
   * The normal form, in which a server is shown, confirmed, compared and kept: `https://host:8200`,
   * `https://gateway/base`, `unix:///run/vault.sock`. Lower-case host in punycode, no default port, no trailing
   * slash.
   */
  readonly address: string;
  readonly secure: boolean;
  /** Shown beside the address if a host name is not what it looks like, e.g. its punycode form. */
  readonly note?: string;
}

/** Target of an address's connections. */
export interface Endpoint {
  /** `https://host:8200`; for a socket, the host that its requests name. */
  readonly origin: string;
  /** Path before `/v1/`: `/base`, or empty. */
  readonly basePath: string;
  readonly socketPath?: string;
}

/** Splits an address in its normal form. */
export function endpointOf(address: string): Endpoint {
  if (address.startsWith('unix://'))
    return { origin: 'http://localhost', basePath: '', socketPath: address.slice('unix://'.length) };
  const { origin, pathname } = new URL(address);
  return { origin, basePath: pathname === '/' ? '' : pathname };
}

/** `host:8200` of an address in its normal form, or the path of its socket; for sentences. */
export function hostOf(address: string): string {
  const { origin, socketPath } = endpointOf(address);
  return socketPath ?? new URL(origin).host;
}

/** Parses a typed address; the error is `invalid-input` on the field `address`. */
export function parseAddress(typed: string, platform: string = process.platform): Result<ServerAddress> {
  const text = typed.trim();
  if (text === '') return wrong('There is no address.', 'Type one such as https://vault.example.com:8200.');
  if (/[\s\p{Cc}\p{Cf}\p{Zs}]/u.test(text))
    return wrong('The address contains a space or an invisible character.', 'Type it again without them.');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (!text.includes('://') && scheme !== 'file') return withoutSlashes(text, scheme);
  if (scheme === 'unix') return socketAddress(text.slice('unix://'.length), platform);
  if (scheme !== 'http' && scheme !== 'https')
    return wrong(
      `The address begins with “${scheme ?? ''}:”, which is not a way to reach a server.`,
      'Use https:// (or http:// for a development server).',
    );
  const authority = /^[^:]+:\/\/([^/?#\\]*)/.exec(text)?.[1] ?? '';
  if (authority.includes('@'))
    return wrong(
      'The address contains a user name or password before “@”.',
      'Leave it out: the credential is asked for separately and never stored.',
    );
  if (authority === '')
    return wrong('The address names no host.', `Type one such as ${scheme}://vault.example.com:8200.`);
  const bracketed = inBrackets(authority);
  if (bracketed !== undefined)
    return wrong(
      `“${authority}” is not a host name or IP address.`,
      `Put brackets around an IPv6 address: ${scheme}://${bracketed}.`,
    );
  const portText = /:([^:\]]*)$/.exec(authority)?.[1];
  if (portText !== undefined && portText !== '' && !/^\d+$/.test(portText))
    return wrong(`“${portText}” is not a port.`, 'A port is a number from 1 to 65535.');
  if (portText !== undefined && (portText === '' || Number(portText) < 1 || Number(portText) > 65_535))
    return wrong(
      portText === ''
        ? 'The address ends its host with “:” but names no port.'
        : `${portText} is not a port.`,
      'A port is a number from 1 to 65535; Vault usually listens on 8200.',
    );
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
    return wrong(`“${authority}” is not a host name or IP address.`, 'Look for a misspelt host.');
  return withPath(url, text);
}

function withoutSlashes(text: string, scheme: string | undefined): Result<never> {
  const rest = text.replace(/^\/*(?:.*@)?/, '');
  if (scheme === 'http' || scheme === 'https')
    return wrong(
      'The address lacks the two slashes behind its scheme.',
      `Did you mean ${scheme}://${text.slice(scheme.length + 1).replace(/^\/*(?:.*@)?/, '')}?`,
    );
  if (scheme === 'unix')
    return wrong(
      'The address lacks the two slashes behind its scheme.',
      `Did you mean unix:///${text.slice('unix:'.length).replace(/^\/+/, '')}?`,
    );
  if (/^\/(?!\/).*\.sock(?:et)?$/.test(text))
    return wrong('The address has no scheme.', `Did you mean unix://${text}?`);
  return wrong('The address has no scheme.', `Did you mean https://${inBrackets(rest) ?? rest}?`);
}

/** Adds the missing brackets to an IPv6 address, and the port that seems meant; undefined if it is not one. */
function inBrackets(authority: string): string | undefined {
  if (authority.split(':').length <= 2 || authority.startsWith('[')) return undefined;
  const [, host = '', port = ''] = /^(.*):(\d{4,5})$/.exec(authority) ?? [];
  if (isIPv6(host) && Number(port) <= 65_535) return `[${host}]:${port}`;
  return isIPv6(authority) ? `[${authority}]` : undefined;
}

/** Limit of Linux; other systems take a little less. */
const LONGEST_SOCKET_BYTES = 107;

function socketAddress(rest: string, platform: string): Result<ServerAddress> {
  if (rest === '' || /^\/+$/.test(rest))
    return wrong('The address names no socket.', 'Type one such as unix:///run/vault/agent.sock.');
  if (!rest.startsWith('/'))
    return wrong('The path of a socket begins at the root.', `Did you mean unix:///${rest}?`);
  if (platform === 'win32')
    return wrong('A Unix socket can be reached on Linux and macOS, not on Windows.', 'Use https://.');
  const path = posix.normalize(rest).replace(/(?<!\/)\/+$/, '');
  if (Buffer.byteLength(path) > LONGEST_SOCKET_BYTES)
    return wrong(
      `The path of the socket is longer than ${LONGEST_SOCKET_BYTES} bytes, the system’s limit.`,
      'Let the server listen at a shorter path.',
    );
  return ok({ address: `unix://${path}`, secure: false });
}

/** Beginning of Vault's API or web UI, and the part often pasted along. */
const apiOrUi =
  /^((?:\/[^/]+)*?)\/(?:v1(?:\/(?:sys|auth|identity|cubbyhole|secret|kv)(?:\/.*)?)?|ui(?:\/vault(?:\/.*)?)?)\/?$/s;
const plainPath = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/;

/** Takes the path of a gateway; refuses parts that do not belong to an address, and offers the rest. */
function withPath(url: URL, text: string): Result<ServerAddress> {
  const suggestion = `Use ${url.origin} as the address.`;
  if (text.includes('\\')) return wrong('The address contains a backslash.', suggestion);
  if (url.search !== '' || text.includes('?'))
    return wrong('The address contains a query (“?…”).', suggestion);
  if (url.hash !== '' || text.includes('#'))
    return wrong('The address contains a fragment (“#…”).', suggestion);
  // The typed path: the parser has resolved `..` by now.
  const typedPath = /^[^:]+:\/\/[^/]+(.*)$/s.exec(text)?.[1] ?? '';
  const before = /^\/(?:v1|ui)(?:\/|$)/.test(typedPath) ? '' : apiOrUi.exec(typedPath)?.[1];
  if (before !== undefined)
    return wrong(
      'The address includes a path of Vault’s API or web UI.',
      `Use ${url.origin}${plainPath.test(before) ? before : ''} as the address. To open a secret by its URL, connect first. Then paste it into “go to path”.`,
    );
  if (!plainPath.test(typedPath))
    return wrong(
      'The address contains a path that cannot be used.',
      `${suggestion} A gateway’s path has letters, digits and “-._~”.`,
    );
  const unicode = domainToUnicode(url.hostname);
  return ok({
    address: url.origin + typedPath.replace(/\/$/, ''),
    secure: url.protocol === 'https:',
    ...(unicode === url.hostname || unicode === ''
      ? {}
      : {
          note: `The host “${unicode}” is ${url.hostname} on the network. Make sure that this is the one you mean.`,
        }),
  });
}

function wrong(message: string, hint: string): Result<never> {
  return fail({ kind: 'invalid-input', field: 'address', message, hint });
}

/** Host name without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
