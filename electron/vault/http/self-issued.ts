/**
 * Finds certificates that name themselves as their issuer, as roots do. Read from the bytes: a system's store has
 * hundreds of certificates, and parsing them all would block main for a fifth of a second.
 */
import { contentAt } from './der.ts';

/** Tags of the values before the issuer: version (left out in version 1), serial number, algorithm. */
const VERSION = 0xa0;

/** True if issuer and subject are the same name; false for everything that is not a certificate. */
export function isSelfIssued(pem: string): boolean {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  const whole = contentAt(der, 1, der.length);
  const signed = whole && contentAt(der, whole[0] + 1, whole[1]);
  if (signed === undefined) return false;
  const [start, end] = signed;
  const before = der[start] === VERSION ? 3 : 2;
  const issuer = valueAfter(der, start, end, before);
  const subject = valueAfter(der, start, end, before + 2);
  return issuer !== undefined && subject !== undefined && issuer.equals(subject);
}

/** Content of the value behind `count` others. */
function valueAfter(der: Buffer, start: number, end: number, count: number): Buffer | undefined {
  let at = start;
  for (let passed = 0; ; passed++) {
    const content = contentAt(der, at + 1, end);
    if (content === undefined) return undefined;
    if (passed === count) return der.subarray(...content);
    at = content[1];
  }
}
