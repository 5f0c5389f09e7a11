/**
 * The only module of the main process that opens connections to a server: a client, a name look-up, a bare
 * connection. Each takes the proof that the user has confirmed the place, and throws for options of another one.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectTo } from 'node:net';
import type { Socket } from 'node:net';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import { endpointOf } from '../../vault/http/address.ts';
import { carriesSecret } from '../../vault/http/line.ts';
import type { ClientOptions, VaultClient } from '../../vault/http/types.ts';
import { isUnverified } from '../connection/address.ts';
import type { ConfirmedPlace } from './contact.ts';

/**
 * Makes a client, always behind the gate of consequences. The client's code is loaded with the first one: parsing it
 * at start would delay the window's first paint.
 */
export async function openClient(
  place: ConfirmedPlace,
  options: ClientOptions,
  guard: (client: VaultClient) => VaultClient,
): Promise<VaultClient> {
  refuseOther(place, options);
  const { createVaultClient } = await import('../../vault/http/client.ts');
  if (!isUnverified(options)) return guard(createVaultClient(options));
  const client = createVaultClient(options, undefined, place.hasShown);
  // The user alone can verify this server: its certificate is shown before the first secret leaves.
  const send: VaultClient['send'] = async (request) => {
    if (carriesSecret(options, request)) await place.show(options, request.signal);
    return client.send(request);
  };
  return guard({ ...client, send });
}

/**
 * Fetches the certificate that a server shows, over a connection of its own that ends with the handshake: no byte of
 * a request is sent, no header, no token. Undefined if the server shows none.
 */
export async function certificateShown(
  place: ConfirmedPlace,
  options: ClientOptions,
): Promise<CertificateFacts | undefined> {
  refuseOther(place, options);
  const { showCertificate } = await import('../../vault/http/client.ts');
  return showCertificate(options);
}

/** First hop of a connection: the proxy or the socket, else the server. */
export interface FirstHop {
  /** Host name, IP address, or path of a socket. */
  readonly host: string;
  /** 0 for a socket. */
  readonly port: number;
  /** Empty for a direct connection. */
  readonly proxy: string;
}

/** Returns the first hop of a client; pure, sends nothing. */
export function firstHop({ address, proxy }: ClientOptions): FirstHop {
  const { origin, socketPath } = endpointOf(address);
  if (socketPath !== undefined) return { host: socketPath, port: 0, proxy: '' };
  const { hostname, port, protocol, origin: shown } = new URL(proxy ?? origin);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    proxy: proxy === undefined ? '' : shown,
  };
}

/**
 * Resolves the first hop's name to an IP address; returns a socket's path unchanged. Rejects with the system's error.
 */
export async function resolveFirstHop(place: ConfirmedPlace, options: ClientOptions): Promise<string> {
  refuseOther(place, options);
  const { host, port } = firstHop(options);
  return port === 0 ? host : (await lookup(host)).address;
}

/** Opens a bare connection to the first hop. */
export function connectFirstHop(place: ConfirmedPlace, options: ClientOptions, signal: AbortSignal): Socket {
  refuseOther(place, options);
  const { host, port } = firstHop(options);
  return connectTo(port === 0 ? { path: host, signal } : { host, port, signal });
}

function refuseOther(place: ConfirmedPlace, options: ClientOptions): void {
  if (!place.isOf(options)) throw new Error(`not confirmed: ${options.address} with these settings`);
}
