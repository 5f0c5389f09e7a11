/**
 * Sentences for a refused TLS connection: the one precise reason, with the names and dates that prove it, and a
 * remedy. Each reason has sentences of its own: a user who reads one aloud to an administrator must be understood.
 */
import type { X509Certificate } from 'node:crypto';
import type { TlsReason } from '../../../shared/ipc/result.ts';
import { exactUtc, utcDate } from '../../../shared/vault/relative-time.ts';
import { weakIn } from './certificate-strength.ts';

/** Facts of a refused connection besides its reason. */
export interface TlsFacts {
  readonly origin: string;
  /** Certificates shown by the server, leaf first; empty without any. */
  readonly chain: readonly X509Certificate[];
  /** The client certificate of this connection. */
  readonly own: X509Certificate | undefined;
  /** The stack's own code. */
  readonly code: string;
  readonly nowMs: number;
}

export interface TlsWords {
  readonly message: string;
  readonly hint: string;
}

/** Sentences for a reason. */
export function tlsWords(reason: TlsReason, facts: TlsFacts): TlsWords {
  const { chain, code } = facts;
  const host = new URL(facts.origin).host;
  const [leaf] = chain;
  switch (reason) {
    case 'expired':
      return expired(host, facts);
    case 'not-yet-valid':
      return notYetValid(host, facts);
    case 'wrong-host':
      return {
        message: `The certificate that ${host} shows was issued for ${leaf?.subjectAltName ?? 'another name'}.`,
        hint: 'Use the certificate’s name as the address, or set it as the server name.',
      };
    case 'unknown-ca':
      return {
        message: `The certificate of ${host} is issued by ${leaf === undefined ? 'an authority' : `“${nameOf(leaf.issuer)}”`}, which this connection does not trust.`,
        hint: `If you know the issuer, use its CA file for this connection.${chain.length === 1 ? ' The server sent no other certificate. If the issuer is an intermediate, ask the server’s operator to send it.' : ''}`,
      };
    case 'self-signed':
      return {
        message: `The certificate of ${host} is self-signed: no authority has signed it.`,
        hint: 'If you have checked its SHA-256 fingerprint, use the certificate as the CA file.',
      };
    case 'missing-intermediate':
      return {
        message: `${host} does not send the intermediate certificate${leaf === undefined ? '' : ` “${nameOf(leaf.issuer)}”`} between its own and the authority’s.`,
        hint: 'Ask the server’s operator to add it, or add it to the CA file.',
      };
    case 'weak-key': {
      const weak = weakIn(chain);
      const whose = weak === undefined || weak.certificate === leaf ? '' : `, or rather the one above it,`;
      return {
        message:
          weak === undefined
            ? `The certificate of ${host} uses a key or signature that is too weak.`
            : `The certificate of ${host}${whose} has ${weak.weakness}, which is too weak.`,
        hint: 'Ask the server’s operator for a new certificate: EC, or RSA of at least 2048 bits.',
      };
    }
    case 'client-certificate-required':
      return {
        message: `${host} talks only to clients that show a certificate.`,
        hint: 'Choose your client certificate and its key for this connection.',
      };
    case 'client-certificate-refused':
      return clientCertificateRefused(host, facts);
    case 'client-key-mismatch':
      return {
        message: 'The client key does not belong to the client certificate.',
        hint: 'Choose the key that was made with this certificate.',
      };
    case 'client-key-encrypted':
      return { message: 'The client key is encrypted.', hint: 'Enter its passphrase.' };
    case 'client-certificate-unreadable':
      return { message: 'The client certificate cannot be used.', hint: 'Choose it again.' };
    case 'ca-unreadable':
      return { message: 'The CA file cannot be used.', hint: 'Choose it again.' };
    case 'protocol-too-old':
      return {
        message: `${host} and this app share no TLS version. The oldest accepted is 1.2.`,
        hint: 'Ask the server’s operator to allow TLS 1.2 or 1.3.',
      };
    case 'plain-http':
      return {
        message: `${host} does not speak TLS on this port, but the address says https.`,
        hint: 'Check the port. For a development server without TLS, use http://.',
      };
    case 'https-required':
      return {
        message: `${host} speaks TLS on this port, but the address says http.`,
        hint: `Use https://${host} as the address.`,
      };
    case 'other':
      return {
        message: `A secure connection to ${host} could not be made (${code || 'no reason given'}).`,
        // Below TLS 1.3 a server sends only this alert to a client without the required certificate.
        hint: /HANDSHAKE_FAILURE/.test(code)
          ? 'The server may want a client certificate, or shares no cipher with this app.'
          : 'Check the port, and what is between this machine and the server.',
      };
  }
}

function expired(host: string, { chain, nowMs }: TlsFacts): TlsWords {
  const [leaf] = chain;
  const over = chain.find(({ validToDate }) => validToDate.getTime() < nowMs);
  const when = over === undefined ? '' : ` on ${utcDate(over.validToDate.toISOString())}`;
  if (over !== undefined && over === leaf)
    return {
      message: `The certificate of ${host} expired${when}.`,
      hint: 'Ask the server’s operator to renew it. If that date is in the future, this machine’s clock is wrong.',
    };
  return {
    message:
      over === undefined
        ? `A certificate in the chain of ${host} has expired; its own has not.`
        : `The certificate “${nameOf(over.subject)}” in the chain of ${host} expired${when}; its own has not.`,
    hint: 'Ask the server’s operator to send the authority’s new certificate. Or replace the CA file.',
  };
}

function notYetValid(host: string, { chain, nowMs }: TlsFacts): TlsWords {
  const [leaf] = chain;
  const early = chain.find(({ validFromDate }) => validFromDate.getTime() > nowMs);
  const whose =
    early === undefined || early === leaf
      ? `The certificate of ${host}`
      : `The certificate “${nameOf(early.subject)}” in the chain of ${host}`;
  const from = early === undefined ? '' : ` before ${exactUtc(early.validFromDate.toISOString())}`;
  return {
    message: `${whose} is not valid yet${from}; this machine’s clock says ${exactUtc(new Date(nowMs).toISOString())}.`,
    hint: 'Set the clock of this machine right, or wait until then.',
  };
}

function clientCertificateRefused(host: string, { own, nowMs }: TlsFacts): TlsWords {
  if (own === undefined)
    return {
      message: `${host} refused the client certificate.`,
      hint: 'Check that it has not expired and that the server trusts its issuer.',
    };
  const shown = `the client certificate “${nameOf(own.subject)}” (issued by ${nameOf(own.issuer)})`;
  if (own.validToDate.getTime() < nowMs)
    return {
      message: `${host} refused ${shown}: it expired on ${utcDate(own.validToDate.toISOString())}.`,
      hint: 'Get a new client certificate and choose it for this connection.',
    };
  return {
    message: `${host} refused ${shown}.`,
    hint: 'Choose a certificate whose issuer this server trusts.',
  };
}

/** The common name, or the whole name in one line. */
function nameOf(name: string | undefined): string {
  return /^CN=(.+)$/m.exec(name ?? '')?.[1] ?? (name ?? 'without a name').split('\n').join(', ');
}
