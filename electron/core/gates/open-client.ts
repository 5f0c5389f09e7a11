/**
 * The one place of the main process where a connection to a server begins: a client, a name that is looked up, a bare
 * connection. Each takes the proof that a person has confirmed the place, and refuses options of another one.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectTo } from 'node:net';
import type { Socket } from 'node:net';
import type { CertificateFacts } from '../../../shared/ipc/result.ts';
import { endpointOf } from '../../vault/http/address.ts';
import { carriesSecret } from '../../vault/http/line.ts';
import type { ClientOptions, VaultClient } from '../../vault/http/types.ts';
import { isUnverified } from './contact.ts';
import type { ConfirmedPlace } from './contact.ts';

/**
 * Makes a client, the only way there is: nothing is sent but through the gate of consequences. Its code is loaded with the
 * first one: parsing it at start would hold the window's first paint back.
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
  // Nobody vouches for the server but the person: they see its certificate before the first secret leaves.
  const send: VaultClient['send'] = async (request) => {
    if (carriesSecret(options, request)) await place.show(options, request.signal);
    return client.send(request);
  };
  return guard({ ...client, send });
}

/**
 * The certificate that a server shows, by a connection of its own that ends with the handshake: no byte of a request is
 * sent, no header, no token. Undefined where the server shows none.
 */
export async function certificateShown(
  place: ConfirmedPlace,
  options: ClientOptions,
): Promise<CertificateFacts | undefined> {
  refuseOther(place, options);
  const { showCertificate } = await import('../../vault/http/client.ts');
  return showCertificate(options);
}

/** Where a connection goes first: the proxy, the socket, else the server. */
export interface FirstHop {
  /** A name, an IP address, or the path of a socket. */
  readonly host: string;
  /** 0 for a socket. */
  readonly port: number;
  /** Empty: none. */
  readonly proxy: string;
}

/** The first hop of a client; pure, nothing is sent. */
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

/** The IP address of the first hop's name; a socket has none and is answered as it is. Rejects with the system's error. */
export async function resolveFirstHop(place: ConfirmedPlace, options: ClientOptions): Promise<string> {
  refuseOther(place, options);
  const { host, port } = firstHop(options);
  return port === 0 ? host : (await lookup(host)).address;
}

/** A bare connection to the first hop. */
export function connectFirstHop(place: ConfirmedPlace, options: ClientOptions, signal: AbortSignal): Socket {
  refuseOther(place, options);
  const { host, port } = firstHop(options);
  return connectTo(port === 0 ? { path: host, signal } : { host, port, signal });
}

function refuseOther(place: ConfirmedPlace, options: ClientOptions): void {
  if (!place.isOf(options)) throw new Error(`nobody has confirmed ${options.address} with these settings`);
}
