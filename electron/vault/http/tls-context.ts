/** TLS material becomes the one secure context of a client: trust, our identity, TLS 1.2 and up. */
import { createSecureContext, getCACertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { isSelfIssued } from './self-issued.ts';
import type { TlsMaterial } from './types.ts';

/**
 * Builds the context. Trust is exactly the operating system's store (if switched on) and the connection's own CAs,
 * never Node's bundled list. An intermediate, or the server's own certificate, is trusted as it is if the user gave
 * it as CA file, as in Vault's command line; of the system's store only roots are then kept, which are trusted in any
 * case. Costs 20 to 70 ms with the system's store, so it is done once, for the first TLS connection. Throws
 * `AppFailure` (`tls`).
 */
export function secureContextFor(material: TlsMaterial): SecureContext {
  try {
    const system = material.useSystemStore ? getCACertificates('system') : [];
    const allowPartialTrustChain = material.ca.some((pem) => !isSelfIssued(pem));
    return createSecureContext({
      ca: [...(allowPartialTrustChain ? system.filter(isSelfIssued) : system), ...material.ca],
      allowPartialTrustChain,
      minVersion: 'TLSv1.2',
      ...(material.certificate === undefined ? {} : { cert: material.certificate }),
      ...(material.key === undefined ? {} : { key: material.key }),
      ...(material.pkcs12 === undefined ? {} : { pfx: material.pkcs12 }),
      ...(material.passphrase === undefined ? {} : { passphrase: material.passphrase }),
    });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new AppFailure(
      /KEY_VALUES_MISMATCH/.test(code)
        ? {
            kind: 'tls',
            reason: 'client-key-mismatch',
            message: 'The client key does not belong to the client certificate.',
            hint: 'Choose the key that was made with this certificate.',
          }
        : {
            kind: 'tls',
            reason:
              (material.certificate ?? material.pkcs12) ? 'client-certificate-unreadable' : 'ca-unreadable',
            message: `The TLS files of this connection cannot be used (${code || 'unknown reason'}).`,
            hint: 'Choose them again.',
          },
    );
  }
}
