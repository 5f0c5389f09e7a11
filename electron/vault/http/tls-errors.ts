/**
 * Reason of a failed TLS connection, from the errors of two stacks: OpenSSL in Node (`ERR_SSL_TLSV13_ALERT_…`,
 * `CERT_HAS_EXPIRED`) and BoringSSL in Electron (`ERR_SSL_TLSV1_ALERT_…`, other words for the same alerts). The
 * verify codes are the same in both; alerts and protocol errors are matched on shared words.
 */
import type { X509Certificate } from 'node:crypto';
import type { AppError, TlsReason } from '../../../shared/ipc/result.ts';
import { certificateFacts } from './certificate.ts';
import { tlsWords } from './tls-words.ts';
import type { TlsFacts } from './tls-words.ts';

/** One rule per line: code and message of the error → the reason. The first match counts. */
const rules: readonly (readonly [RegExp, TlsReason])[] = [
  [/CERT_HAS_EXPIRED/, 'expired'],
  [/CERT_NOT_YET_VALID/, 'not-yet-valid'],
  [/ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'wrong-host'],
  [/DEPTH_ZERO_SELF_SIGNED_CERT/, 'self-signed'],
  [
    /KEY_TOO_SMALL|(?:KEY|MD|ALGORITHM)_TOO_WEAK|DH_KEY_TOO_(?:SMALL|SHORT)|WEAK_KEY|BAD_DH_P_LENGTH/,
    'weak-key',
  ],
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

/** True for refusals by our own verification, for which the server's certificates are worth showing. */
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
 * Sharpens a reason with the certificates that the server shows. A lone leaf that names the place of its issuer's
 * certificate, or whose issuer shares its organisation with a CA of this connection, lacks its intermediate;
 * otherwise that cannot be told from an unknown CA.
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

/** The error for a reason. */
export function tlsError(reason: TlsReason, facts: TlsFacts): AppError {
  const { message, hint } = tlsWords(reason, facts);
  const { chain } = facts;
  return {
    kind: 'tls',
    reason,
    message,
    hint,
    ...(chain.length === 0 ? {} : { chain: chain.map(certificateFacts) }),
  };
}
