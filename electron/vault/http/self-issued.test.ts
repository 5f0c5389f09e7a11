import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { issueCertificate, makeAuthority } from '../../../e2e/servers/index.ts';
import { isSelfIssued } from './self-issued.ts';

function damaged(der: Buffer, at: number): string {
  const bytes = Buffer.from(der);
  bytes[at] = 0x84;
  return bytes.toString('base64');
}

describe('a certificate that names itself as issuer', () => {
  const root = makeAuthority('Root');
  const intermediate = makeAuthority('Intermediate', root);

  it('is a root, and no other', () => {
    expect(isSelfIssued(root.cert)).toBe(true);
    expect(isSelfIssued(intermediate.cert)).toBe(false);
    expect(isSelfIssued(issueCertificate(intermediate).cert)).toBe(false);
  });

  it('is told as the parser tells it, for the certificates of this system and of Node', () => {
    for (const pem of [...getCACertificates('system'), ...getCACertificates('bundled')]) {
      const { subject, issuer } = new X509Certificate(pem);
      expect(isSelfIssued(pem), subject).toBe(subject === issuer);
    }
  });

  it('is none where the bytes are no certificate, cut off or damaged', () => {
    const der = Buffer.from(root.cert.replace(/-----[^-]+-----/g, ''), 'base64');
    for (const bytes of [Buffer.alloc(0), Buffer.from([0x30]), Buffer.alloc(400, 0xff), der.subarray(0, 40)])
      expect(isSelfIssued(bytes.toString('base64'))).toBe(false);
    for (let at = 0; at < 60; at++) expect(() => isSelfIssued(damaged(der, at))).not.toThrow();
  });
});
