/**
 * A typed server address becomes an origin, or one exact sentence about what is wrong with it. An address is only ever
 * scheme, host and port: the client adds `/v1/` itself, and a path, a query or a user name in it would be dropped
 * silently or end up in a log.
 */
import { domainToUnicode } from 'node:url';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';

/** A server address taken apart. */
export interface ServerAddress {
  /** `https://host:8200`: lower case, punycode, no default port, no trailing slash. */
  readonly origin: string;
  readonly secure: boolean;
  /** Without brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Said beside the address where a host name is not what it looks like, e.g. its punycode form. */
  readonly note?: string;
}

/** Parses a typed address; the error is `invalid-input` on the field `address`. */
export function parseAddress(typed: string): Result<ServerAddress> {
  const text = typed.trim();
  if (text === '') return wrong('There is no address.', 'Type one such as https://vault.example.com:8200.');
  if (/[\s\p{Cc}\p{Cf}\p{Zs}]/u.test(text))
    return wrong('The address holds a space or an invisible character.', 'Type it again without them.');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (!text.includes('://') && scheme !== 'file') {
    if (scheme === 'http' || scheme === 'https')
      return wrong(
        'The address lacks the two slashes behind its scheme.',
        `Did you mean ${scheme}://${text.slice(scheme.length + 1).replace(/^\/*(?:.*@)?/, '')}?`,
      );
    return wrong('The address has no scheme.', `Did you mean https://${text.replace(/^\/*(?:.*@)?/, '')}?`);
  }
  if (scheme !== 'http' && scheme !== 'https')
    return wrong(
      `The address begins with “${scheme ?? ''}:”, which is not a way to reach a Vault server.`,
      'Use https:// (or http:// for a development server).',
    );
  const authority = /^[^:]+:\/\/([^/?#\\]*)/.exec(text)?.[1] ?? '';
  if (authority.includes('@'))
    return wrong(
      'The address holds a user name or password in front of “@”.',
      'Leave it out: the credential is asked for separately and never stored.',
    );
  if (authority === '')
    return wrong('The address names no host.', `Type one such as ${scheme}://vault.example.com:8200.`);
  const portText = /:([^:\]]*)$/.exec(authority)?.[1];
  if (portText !== undefined && portText !== '' && !/^\d+$/.test(portText))
    return wrong(
      `“${portText}” is not a port.`,
      authority.split(':').length > 2
        ? 'Put brackets around an IPv6 address: https://[2001:db8::1]:8200.'
        : 'A port is a number from 1 to 65535.',
    );
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
  return withoutTail(url, text);
}

/** Refuses what follows the authority, offering the origin; one lone slash is no harm. */
function withoutTail(url: URL, text: string): Result<ServerAddress> {
  const offer = `Use ${url.origin} as the address.`;
  if (text.includes('\\')) return wrong('The address holds a backslash.', offer);
  if (url.search !== '' || text.includes('?')) return wrong('The address holds a query (“?…”).', offer);
  if (url.hash !== '' || text.includes('#')) return wrong('The address holds a fragment (“#…”).', offer);
  if (url.pathname !== '/' || /^[^:]+:\/\/[^/]+\/.+/.test(text))
    return wrong(
      'The address holds a path. A Vault server is addressed by scheme, host and port alone.',
      `${offer} To go to a secret by its address, connect first and paste it into “go to path”.`,
    );
  const secure = url.protocol === 'https:';
  const unicode = domainToUnicode(url.hostname);
  return ok({
    origin: url.origin,
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
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
