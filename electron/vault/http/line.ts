/**
 * The connections of a client. With verification off there are two lines: secrets leave only over connections whose
 * certificate the user has seen, and a connection made for anything else never carries them.
 */
import type { X509Certificate } from 'node:crypto';
import { Agent } from 'undici';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { certificateFacts } from './certificate.ts';
import type { Connector } from './connector.ts';
import type { ClientOptions, VaultRequest } from './types.ts';

/** True if the user has seen the certificate of this SHA-256 at an origin and agreed to it. */
export type SeenCertificate = (origin: string, sha256: string) => boolean;

/** One way of connecting, with its pools. */
export interface Line {
  readonly agent: () => Agent;
  /** Connections to a server that is not ready: neither the cluster met before nor another. */
  readonly unready: () => Agent;
  /** Makes and checks every connection anew from now on. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
}

/** Connections to one server at a time; opened as requests need them. Further requests wait. */
const mostConnections = 32;

/** Makes a line. Opens nothing. */
export function makeLine(connector: Connector): Line {
  const pool = (connect: Connector['connect']): Agent =>
    new Agent({
      connect,
      allowH2: false,
      connections: mostConnections,
      pipelining: 1,
      // A connection that idled longer can be closed at the other end, and a write on it would end as "outcome
      // unknown".
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
    });
  let agent = pool(connector.connect);
  let unready: Agent | undefined;
  const retired = new Set<Promise<void>>();
  return {
    agent: () => agent,
    unready: () => (unready ??= pool(connector.connectUnasked)),
    renew: () => {
      const ended = agent.close().finally(() => retired.delete(ended));
      retired.add(ended);
      agent = pool(connector.connect);
    },
    close: async () => {
      await Promise.all([agent.close(), unready?.close(), ...retired]);
    },
  };
}

/** True if a part of a request is for the server alone: a token, a body, the value of an extra header. */
export function carriesSecret(
  { headers = [] }: Pick<ClientOptions, 'headers'>,
  { token, body, stream }: Pick<VaultRequest, 'token' | 'body' | 'stream'>,
): boolean {
  return token !== undefined || body !== undefined || stream !== undefined || headers.length > 0;
}

/** Error of a connection unfit for secrets, if any. `home`: the client's own origin. */
export function unseenCertificate(
  home: string,
  origin: string,
  leaf: X509Certificate | undefined,
  seen: SeenCertificate,
): AppFailure | undefined {
  if (leaf !== undefined && seen(origin, leaf.fingerprint256)) return undefined;
  const { host } = new URL(origin);
  if (origin !== home)
    return new AppFailure({
      kind: 'redirect-refused',
      location: origin,
      unseen: true,
      message: `The server redirected to ${origin}, whose certificate is not verified or confirmed. The redirect was not followed. The token was not sent there.`,
      hint: 'Confirm that node: its certificate is shown then.',
    });
  return new AppFailure({
    kind: 'tls',
    reason: 'other',
    ...(leaf === undefined ? {} : { chain: [certificateFacts(leaf)] }),
    message: `Verification is off, and ${host} shows a certificate that is not confirmed. Nothing secret was sent.`,
    hint: 'Log in again: the prompt shows the certificate. Compare its SHA-256 with the server operator’s.',
  });
}
