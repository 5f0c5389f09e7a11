/**
 * Chooses the proxy of a connection: the profile's, else the environment's, in the order of the vault command line
 * (`VAULT_PROXY_ADDR` beats `HTTPS_PROXY`), with `NO_PROXY` read as Go reads it. A server on this machine is never
 * reached through a proxy that only the environment names.
 */
import { BlockList, isIP } from 'node:net';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { isLoopback } from '../../../shared/vault/loopback.ts';
import { redact } from '../../../shared/vault/redact.ts';

/** The proxy to use and its source; `proxy` undefined: direct. */
export interface ProxyChoice {
  readonly proxy: string | undefined;
  /** `profile`, the name of an environment variable, or empty. */
  readonly source: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Chooses the proxy for a server. `setting`: a profile's value (`''`: from the environment, `direct`: none, else an
 * address). A proxy from the environment can carry a user name and password. The error is `invalid-input`.
 */
export function chooseProxy(setting: string, address: string, environment: Environment): Result<ProxyChoice> {
  const typed = setting.trim();
  if (typed === 'direct') return ok({ proxy: undefined, source: 'profile' });
  if (address.startsWith('unix:'))
    return typed === ''
      ? ok({ proxy: undefined, source: '' })
      : wrong('A socket of this machine is not reached through a proxy.', 'Leave the proxy out.');
  if (typed !== '') return checked(typed, 'profile');
  const server = new URL(address);
  // Vault's own variables hold for every server, including this machine and NO_PROXY, as in its command line.
  for (const name of ['VAULT_PROXY_ADDR', 'BAO_PROXY_ADDR', 'VAULT_HTTP_PROXY']) {
    const value = environment[name]?.trim();
    if (value) return checked(value, name);
  }
  if (isLoopback(server.origin) || isExempt(server, environment['NO_PROXY'] || environment['no_proxy'] || ''))
    return ok({ proxy: undefined, source: '' });
  const names = server.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return checked(value.includes('://') ? value : `http://${value}`, name);
  }
  return ok({ proxy: undefined, source: '' });
}

function checked(value: string, source: string): Result<ProxyChoice> {
  const where = source === 'profile' ? 'The proxy address' : `The proxy address in ${source}`;
  const url = URL.parse(value);
  if (url === null || !/^https?:\/\/[^/?#]/i.test(value))
    return wrong(
      `${where} “${redact(value)}” is not an http:// or https:// address.`,
      'Use one such as http://proxy.example.com:3128.',
    );
  if (url.port === '0') return wrong(`${where} names port 0.`, 'A port is a number from 1 to 65535.');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return wrong(`${where} contains more than scheme, host and port.`, `Use ${url.origin}.`);
  if (source === 'profile' && (url.username !== '' || url.password !== ''))
    return wrong(
      `${where} contains a user name or password, which would be stored with the connection.`,
      `Use ${url.origin} here. Or leave this empty, and set HTTPS_PROXY with the credentials in the environment.`,
    );
  const credentials =
    url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
  return ok({ proxy: `${url.protocol}//${credentials}${url.host}`, source });
}

/** Go's rules: `*`, host, `.suffix`, `host:port`, IP address, CIDR range. A bare name covers its subdomains too. */
function isExempt(server: URL, list: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port === '' ? (server.protocol === 'https:' ? '443' : '80') : server.port;
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return inRange(host, entry);
      const [, name = '', entryPort] =
        /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const suffix = name.toLowerCase().replace(/^\*?\.?/, '');
      if (suffix === '') return false;
      return (host === suffix && !/^\*?\./.test(name)) || (isIP(host) === 0 && host.endsWith(`.${suffix}`));
    });
}

function inRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(network, Number(bits), type);
  return block.check(host, type);
}

function wrong(message: string, hint: string): Result<never> {
  return fail({ kind: 'invalid-input', field: 'proxy', message, hint });
}
