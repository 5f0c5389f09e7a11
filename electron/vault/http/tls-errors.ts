/**
 * Why a TLS connection failed, from what two different stacks say: OpenSSL in Node (`ERR_SSL_TLSV13_ALERT_…`,
 * `CERT_HAS_EXPIRED`) and BoringSSL in Electron (`ERR_SSL_TLSV1_ALERT_…`, other words for the same alerts). The verify
 * codes are the same in both; alerts and protocol errors are matched on the words both use.
 */
import type { X509Certificate } from 'node:crypto';
import type { AppError, TlsReason } from '../../../shared/ipc/result.ts';
import { certificateFacts } from './certificate.ts';

/** One rule a line: what the error's code and message say → the reason. The first that matches counts. */
const rules: readonly (readonly [RegExp, TlsReason])[] = [
  [/CERT_HAS_EXPIRED/, 'expired'],
  [/CERT_NOT_YET_VALID/, 'not-yet-valid'],
  [/ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'wrong-host'],
  [/DEPTH_ZERO_SELF_SIGNED_CERT/, 'self-signed'],
  [/KEY_TOO_SMALL|MD_TOO_WEAK|DH_KEY_TOO_(?:SMALL|SHORT)|WEAK_KEY|BAD_DH_P_LENGTH/, 'weak-key'],
  [
    /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|CERT_UNTRUSTED|INVALID_CA|CERT_SIGNATURE_FAILURE/,
    'unknown-ca',
  ],
  [/ALERT_CERTIFICATE_REQUIRED|CERTIFICATE_REQUIRED/, 'client-certificate-required'],
  [
    /ALERT_(?:BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_(?:EXPIRED|UNKNOWN|REVOKED)|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED|DECRYPT_ERROR)/,
    'client-certificate-refused',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST|RECORD_LAYER_FAILURE/,
    'plain-http',
  ],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_PROTOCOLS_AVAILABLE/, 'protocol-too-old'],
  [/KEY_VALUES_MISMATCH/, 'client-key-mismatch'],
  [/ERR_SSL_|ERR_TLS_|EPROTO|SSL_ROUTINES|CERT_|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CRL_/, 'other'],
];

/** The reason behind an error of a TLS socket; undefined if it is not about TLS. */
export function tlsReason(error: unknown): TlsReason | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const text = `${code} ${error.message}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

/** True for refusals that come from our own verification, where the server's certificates are worth showing. */
export function isAboutServerCertificate(reason: TlsReason): boolean {
  switch (reason) {
    case 'expired':
    case 'not-yet-valid':
    case 'wrong-host':
    case 'unknown-ca':
    case 'self-signed':
    case 'missing-intermediate':
    case 'weak-key':
    case 'other':
      return true;
    case 'client-certificate-required':
    case 'client-certificate-refused':
    case 'client-key-mismatch':
    case 'client-key-encrypted':
    case 'client-certificate-unreadable':
    case 'ca-unreadable':
    case 'protocol-too-old':
    case 'plain-http':
    case 'https-required':
      return false;
  }
}

/**
 * Sharpens a reason with the certificates that the server shows. A lone leaf that names where its issuer's certificate
 * can be had, or whose issuer shares its organisation with a CA of this connection, lacks its intermediate; otherwise
 * nobody can tell that from an unknown CA.
 */
export function sharpen(
  reason: TlsReason,
  chain: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  hasClientCertificate: boolean,
): TlsReason {
  // Go answers a missing client certificate with "bad certificate" below TLS 1.3, and some servers above it.
  if (reason === 'client-certificate-refused' && !hasClientCertificate) return 'client-certificate-required';
  const [leaf] = chain;
  if (reason !== 'unknown-ca' || leaf === undefined || chain.length > 1) return reason;
  if (leaf.subject === leaf.issuer) return 'self-signed';
  const namesIssuer = leaf.infoAccess?.includes('CA Issuers') === true;
  const organisation = /^O=(.+)$/m.exec(leaf.issuer)?.[1];
  const related =
    organisation !== undefined &&
    trusted.some((ca) => ca.subject !== leaf.issuer && /^O=(.+)$/m.exec(ca.subject)?.[1] === organisation);
  return namesIssuer || related ? 'missing-intermediate' : 'unknown-ca';
}

/** The error for a reason. `origin`: the server; `chain`: what it showed, leaf first. */
export function tlsError(
  reason: TlsReason,
  origin: string,
  chain: readonly X509Certificate[],
  code: string,
): AppError {
  const host = new URL(origin).host;
  const [leaf] = chain;
  const { message, hint } = words(reason, host, leaf, code);
  return {
    kind: 'tls',
    reason,
    message,
    hint,
    ...(chain.length === 0 ? {} : { chain: chain.map(certificateFacts) }),
  };
}

function words(
  reason: TlsReason,
  host: string,
  leaf: X509Certificate | undefined,
  code: string,
): { readonly message: string; readonly hint: string } {
  switch (reason) {
    case 'expired':
      return {
        message: `The certificate of ${host} has expired${leaf ? ` (${leaf.validToDate.toISOString().slice(0, 10)})` : ''}, or one that vouches for it has.`,
        hint: 'Ask whoever runs the server to renew it, and check the clock of this machine.',
      };
    case 'not-yet-valid':
      return {
        message: `The certificate of ${host} is not valid yet${leaf ? ` (from ${leaf.validFromDate.toISOString()})` : ''}.`,
        hint: 'Check the clock of this machine.',
      };
    case 'wrong-host':
      return {
        message: `The certificate that ${host} shows was issued for ${leaf?.subjectAltName ?? 'another name'}.`,
        hint: 'Use the name in the certificate as the address, or set it as the server name of this connection.',
      };
    case 'unknown-ca':
      return {
        message: `The certificate of ${host} was issued by a certificate authority that this connection does not trust.`,
        hint: 'If you know the authority, use its CA file for this connection.',
      };
    case 'self-signed':
      return {
        message: `The certificate of ${host} vouches for itself: no authority has signed it.`,
        hint: 'If you have checked its SHA-256 fingerprint, use the certificate itself as CA file for this connection.',
      };
    case 'missing-intermediate':
      return {
        message: `${host} does not send the intermediate certificate between its own and the authority’s.`,
        hint: 'Ask whoever runs the server to add it, or put it into the CA file of this connection.',
      };
    case 'weak-key':
      return {
        message: `The certificate of ${host} uses a key or signature that is too weak.`,
        hint: 'Ask whoever runs the server for a new certificate.',
      };
    case 'client-certificate-required':
      return {
        message: `${host} talks only to clients that show a certificate.`,
        hint: 'Choose your client certificate and its key for this connection.',
      };
    case 'client-certificate-refused':
      return {
        message: `${host} refused the client certificate.`,
        hint: 'Check that it has not expired and that the server trusts its issuer.',
      };
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
        message: `${host} and this app have no TLS version in common; 1.2 is the oldest that is accepted.`,
        hint: 'Ask whoever runs the server to allow TLS 1.2 or 1.3.',
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
        // Below TLS 1.3 this alert is all that a server says to a client without the certificate it wants.
        hint: /HANDSHAKE_FAILURE/.test(code)
          ? 'The server may want a client certificate, or shares no cipher with this app.'
          : 'Check the port, and what stands between this machine and the server.',
      };
  }
}
