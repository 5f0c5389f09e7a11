import { expect, test } from 'vitest';
import { issueCertificate, makeAuthority } from '../../../e2e/servers/index.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { withCertificateEnds } from './certificate-end.ts';
import { inspectCertificate } from '../../vault/http/certificate.ts';

const root = makeAuthority();
const leaf = issueCertificate(root, { commonName: 'leaf' });

function endsOf(values: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const members = Object.entries(values).map(([key, text]): Member => [key, JSON.stringify(text)]);
  const facts = members.map(([key, raw]) => valueFacts(key, raw));
  return withCertificateEnds(facts, members).map(({ certificateEnds }) => certificateEnds);
}

test('reads the end of a certificate, and of a chain the first end', () => {
  const ends = [root, leaf].map(({ cert }) => inspectCertificate(cert).validTo).sort();
  expect(endsOf({ chain: leaf.cert + root.cert, other: 'x', key: leaf.key })).toEqual([
    ends[0],
    undefined,
    undefined,
  ]);
});

test('takes what only looks like a certificate for a text', () => {
  const frame = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
  expect(endsOf({ a: frame('bm90IG9uZQ=='), b: frame(''), c: '-----BEGIN CERTIFICATE-----' })).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('reads a bounded number of them', () => {
  const many = leaf.cert.repeat(60);
  expect(endsOf({ a: many, b: many, c: many }).map((end) => end !== undefined)).toEqual([true, true, false]);
});
