import { describe, expect, it } from 'vitest';
import { issueCertificate, makeAuthority, toPkcs12 } from '../../../e2e/servers/index.ts';
import type { Authority, Certificate } from '../../../e2e/servers/index.ts';
import { inspectCertificate } from '../../vault/http/certificate.ts';
import { readPkcs12 } from '../../vault/http/pkcs12.ts';
import type { TlsMaterial, VaultClient } from '../../vault/http/types.ts';
import { expiringCertificates, outOfDate } from './expiry.ts';

const now = Date.now();
const root = makeAuthority();
const intermediate = makeAuthority('Intermediate', root);
const ending = (days: number, authority: Authority = root, commonName = `ends in ${days}`): Certificate =>
  issueCertificate(authority, { commonName, validToDays: days });

function clientWith(chain: readonly Certificate[], tls: Partial<TlsMaterial> = {}): VaultClient {
  const material: TlsMaterial = { ca: [], useSystemStore: false, skipVerify: false, ...tls };
  return {
    options: { tls: material },
    peerChain: () => chain.map(({ cert }) => inspectCertificate(cert)),
  } as unknown as VaultClient;
}

const found = (client: VaultClient, at = now): string[] =>
  expiringCertificates(client, at).map(({ whose, certificate }) => `${whose} ${certificate.subject}`);

describe('expiringCertificates', () => {
  it('finds what ends within 30 days or has ended, soonest first', () => {
    const client = clientWith([ending(20)], { certificate: Buffer.from(ending(10).chain) });
    expect(found(client)).toEqual(['client CN=ends in 10', 'server CN=ends in 20']);
    expect(found(clientWith([ending(31)]))).toEqual([]);
    expect(found(clientWith([ending(-3)]))).toEqual(['server CN=ends in -3']);
    expect(found(clientWith([]))).toEqual([]);
  });

  it('looks into PKCS#12 too, whether the TLS stack reads it or not', async () => {
    const opened = await readPkcs12(toPkcs12(ending(5), 'sesame'), 'sesame', 'alice.p12');
    if (!opened.ok) throw new Error(opened.error.message);
    expect(found(clientWith([], opened.value))).toEqual(['client CN=ends in 5']);
  });

  it('watches the authorities that vouch for this server, and no others of the bundle', () => {
    const leaf = issueCertificate(intermediate);
    const stranger = makeAuthority('A stranger');
    const years = 3650 * 86_400_000;
    const later = now + years - 10 * 86_400_000;
    const client = clientWith([leaf], { ca: [stranger.cert, intermediate.cert, root.cert] });
    expect(found(client)).toEqual([]);
    const names = found(client, later);
    expect(names).toContain('ca CN=Intermediate');
    expect(names).toContain('ca CN=Strongroom test root');
    expect(names.join()).not.toContain('stranger');
  });

  it('names a certificate once, however often it is met', () => {
    const own = ending(3);
    expect(found(clientWith([own], { ca: [own.cert] }))).toEqual(['server CN=ends in 3']);
  });
});

it.each([
  [-3, /^The certificate expired on 20\d\d-\d\d-\d\d\.$/],
  [3, undefined],
])('a certificate that ends in %i days is a risk once it has ended', (days, words) => {
  const [risk] = outOfDate(inspectCertificate(ending(days).cert));
  if (words === undefined) expect(risk).toBeUndefined();
  else expect(risk).toEqual({ tone: 'risk', text: expect.stringMatching(words) as string });
});
