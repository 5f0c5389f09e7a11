/** TLS connections that must be refused, each with its reason, against real TLS servers on this machine. */
import { X509Certificate } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server, ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import forge from 'node-forge';
import { afterEach, describe, expect, it } from 'vitest';
import {
  issueCertificate,
  makeAuthority,
  selfSigned,
  startConnectProxy,
  toPkcs12,
} from '../../../e2e/servers/index.ts';
import type { Certificate } from '../../../e2e/servers/index.ts';
import type { TlsReason } from '../../../shared/ipc/result.ts';
import { endAll, errorOf, sendRead, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import { sharpen, tlsReason } from './tls-errors.ts';
import type { ClientOptions, TlsMaterial, VaultClient } from './types.ts';

const ends: End[] = [];
afterEach(() => endAll(ends));

const root = makeAuthority();
const intermediate = makeAuthority('Strongroom test intermediate', root);
const stranger = makeAuthority('A stranger');
const good = issueCertificate(root);
const overIntermediate = issueCertificate(intermediate);

/** Stops a server and waits until it has. */
async function stopped(server: Server | HttpServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A server's options, limited to those of TLS. */
function serving({ cert, key }: Certificate): ServerOptions {
  return { cert, key };
}

/** `seen`: URLs of the requests that got through. */
async function serverWith(
  options: ServerOptions,
): Promise<{ readonly origin: string; readonly seen: string[]; readonly connections: () => number }> {
  const seen: string[] = [];
  let connections = 0;
  const server: Server = createServer(options, (request, response) => {
    seen.push(request.url ?? '');
    response.end('{"data":{}}');
  });
  server.on('secureConnection', () => connections++);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => stopped(server));
  const { port } = server.address() as AddressInfo;
  return { origin: `https://127.0.0.1:${String(port)}`, seen, connections: () => connections };
}

function clientOf(
  origin: string,
  tls: Partial<TlsMaterial> = {},
  over: Partial<ClientOptions> = {},
): VaultClient {
  const material = { ca: [root.cert], useSystemStore: false, skipVerify: false, ...tls };
  return testClient(ends, origin, { tls: material, ...over });
}

describe('a certificate that is not accepted', () => {
  const strange = issueCertificate(stranger);
  const rows: readonly (readonly [string, Certificate, Partial<TlsMaterial>, TlsReason, number])[] = [
    ['unknown authority', strange, {}, 'unknown-ca', 1],
    [
      'unknown authority, sent along',
      { ...strange, cert: strange.cert + stranger.cert },
      {},
      'unknown-ca',
      2,
    ],
    ['no authority trusted at all', good, { ca: [] }, 'unknown-ca', 1],
    ['expired', issueCertificate(root, { validFromDays: -20, validToDays: -2 }), {}, 'expired', 1],
    ['not yet valid', issueCertificate(root, { validFromDays: 5 }), {}, 'not-yet-valid', 1],
    ['other name', issueCertificate(root, { dns: ['other.example'], ips: [] }), {}, 'wrong-host', 1],
    ['other server name wanted', good, { serverName: 'vault.internal' }, 'wrong-host', 1],
    ['vouches for itself', selfSigned(), {}, 'self-signed', 1],
    ['missing intermediate, not to be told apart', issueCertificate(intermediate), {}, 'unknown-ca', 1],
  ];
  it.each(rows)('%s', async (_name, { cert, key }, tls, reason, shown) => {
    const server = await serverWith({ cert, key });
    const client = clientOf(server.origin, tls);
    const error = await errorOf(
      sendWrite(client, 'secret/data/x', '{}', { token: 'hvs.canary-canary-canary' }),
    );
    expect(error).toMatchObject({ kind: 'tls', reason });
    const chain = error.kind === 'tls' ? (error.chain ?? []) : [];
    expect(chain.length).toBe(shown);
    expect(chain[0]?.sha256).toMatch(/^[0-9A-F:]{95}$/);
    expect(error.hint).toMatch(/\.$/);
    expect(server.seen).toEqual([]);
    expect(client.peerChain()).toEqual([]);
  });

  it('is accepted where a person has switched verification off, and is shown', async () => {
    const server = await serverWith(serving(issueCertificate(stranger)));
    const client = clientOf(server.origin, { skipVerify: true });
    expect((await sendRead(client, 'a')).status).toBe(200);
    expect(client.peerChain()[0]?.issuer).toBe('CN=A stranger');
  });

  it('is refused even where the environment switches verification off', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const server = await serverWith(serving(issueCertificate(stranger)));
      expect(await errorOf(sendRead(clientOf(server.origin), 'a'))).toMatchObject({
        kind: 'tls',
        reason: 'unknown-ca',
      });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('says the same for every request, not only the first', async () => {
    const server = await serverWith(serving(issueCertificate(stranger)));
    const client = clientOf(server.origin);
    for (let nth = 0; nth < 3; nth++)
      expect(await errorOf(sendRead(client, 'a'))).toMatchObject({ kind: 'tls', reason: 'unknown-ca' });
  });
});

describe('a certificate that is accepted', () => {
  it('by its own authority, over an intermediate, by IP address and by name', async () => {
    const server = await serverWith({ cert: overIntermediate.chain, key: overIntermediate.key });
    const client = clientOf(server.origin);
    expect((await sendRead(client, 'a')).status).toBe(200);
    expect(client.peerChain().map(({ subject }) => subject)).toEqual([
      'CN=localhost',
      'CN=Strongroom test intermediate',
    ]);
    expect((await sendRead(clientOf(server.origin.replace('127.0.0.1', 'localhost')), 'a')).status).toBe(200);
    expect((await sendRead(clientOf(server.origin, { serverName: 'localhost' }), 'a')).status).toBe(200);
  });
});

describe('client certificates', () => {
  const clients = makeAuthority('Clients');
  const alice = issueCertificate(clients, { commonName: 'alice', usage: 'client' });
  const strict = {
    cert: good.cert,
    key: good.key,
    ca: clients.cert,
    requestCert: true,
    rejectUnauthorized: true,
  };

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('%s: let in with one, PEM or PKCS#12', async (version) => {
    const server = await serverWith({ ...strict, minVersion: version, maxVersion: version });
    const pem = { certificate: Buffer.from(alice.chain), key: Buffer.from(alice.key) };
    expect((await sendRead(clientOf(server.origin, pem), 'a')).status).toBe(200);
    const p12 = { pkcs12: toPkcs12(alice, 'sesame'), passphrase: 'sesame' };
    expect((await sendRead(clientOf(server.origin, p12), 'a')).status).toBe(200);
  });
});

describe('other ends of a handshake', () => {
  it('plain HTTP where TLS was meant', async () => {
    const { createServer: createPlain } = await import('node:http');
    const server = createPlain((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => stopped(server));
    const { port } = server.address() as AddressInfo;
    const error = await errorOf(sendWrite(clientOf(`https://127.0.0.1:${String(port)}`), 'a', '{}'));
    expect(error).toMatchObject({ kind: 'tls', reason: 'plain-http' });
    expect(error.hint).toContain('http://');
  });

  it('a server that is too old', async () => {
    const server = await serverWith({
      ...serving(good),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    }).catch(() => undefined);
    // BoringSSL knows no security levels: there, a server that old cannot be started with this option, nor is it
    // needed.
    const old =
      server ?? (await serverWith({ ...serving(good), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }));
    expect(await errorOf(sendRead(clientOf(old.origin), 'a'))).toMatchObject({
      kind: 'tls',
      reason: 'protocol-too-old',
    });
  });
});

describe('through a proxy', () => {
  it('tunnels, verifies the server and shows the proxy nothing but host and port', async () => {
    const server = await serverWith(serving(good));
    const proxy = await startConnectProxy();
    ends.push(proxy.stop);
    const client = clientOf(server.origin, {}, { proxy: proxy.address });
    expect((await sendRead(client, 'secret/data/x', { token: 'hvs.canary' })).status).toBe(200);
    expect(proxy.asked).toEqual([`CONNECT ${new URL(server.origin).host}`]);
    expect([...proxy.headerNames].filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(client.peerChain()[0]?.subject).toBe('CN=localhost');
  });

  it('refuses the server’s certificate all the same, and shows it', async () => {
    const server = await serverWith(serving(issueCertificate(stranger)));
    const proxy = await startConnectProxy();
    ends.push(proxy.stop);
    const error = await errorOf(sendRead(clientOf(server.origin, {}, { proxy: proxy.address }), 'a'));
    expect(error).toMatchObject({ kind: 'tls', reason: 'unknown-ca', chain: [{ issuer: 'CN=A stranger' }] });
    expect(server.seen).toEqual([]);
  });

  it('sends its credentials, and says when the proxy wants some', async () => {
    const server = await serverWith(serving(good));
    const proxy = await startConnectProxy({ credentials: 'user:p@ss' });
    ends.push(proxy.stop);
    const withCredentials = proxy.address.replace('://', '://user:p%40ss@');
    expect((await sendRead(clientOf(server.origin, {}, { proxy: withCredentials }), 'a')).status).toBe(200);
    const error = await errorOf(sendWrite(clientOf(server.origin, {}, { proxy: proxy.address }), 'a', '{}'));
    expect(error).toMatchObject({ kind: 'network', code: 'PROXY_407' });
    expect(error.message).toContain('user name and password');
  });

  it('says when the proxy is not there, without calling a write’s outcome unknown', async () => {
    const server = await serverWith(serving(good));
    const proxy = await startConnectProxy();
    await proxy.stop();
    const error = await errorOf(sendWrite(clientOf(server.origin, {}, { proxy: proxy.address }), 'a', '{}'));
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(error.message).toContain('proxy');
  });
});

describe('sharpen', () => {
  /** A certificate by name, organisation and issuer's organisation; signed by an arbitrary key. */
  function named(subject: string, issuer: string, organisation: string, aia = false): X509Certificate {
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = key.publicKey;
    certificate.serialNumber = '01';
    certificate.validity.notBefore = new Date(0);
    certificate.validity.notAfter = new Date(4e12);
    const names = (name: string) => [
      { name: 'commonName', value: name },
      { name: 'organizationName', value: organisation },
    ];
    certificate.setSubject(names(subject));
    certificate.setIssuer(names(issuer));
    if (aia) certificate.setExtensions([authorityInformation]);
    certificate.sign(key.privateKey, forge.md.sha256.create());
    return new X509Certificate(forge.pki.certificateToPem(certificate));
  }
  const key = forge.pki.rsa.generateKeyPair(1024);
  const { asn1 } = forge;
  const authorityInformation = {
    id: '1.3.6.1.5.5.7.1.1',
    value: asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [
      asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [
        asn1.create(
          asn1.Class.UNIVERSAL,
          asn1.Type.OID,
          false,
          asn1.oidToDer('1.3.6.1.5.5.7.48.2').getBytes(),
        ),
        // A URI is number 6 of the general names, the value of this constant.
        asn1.create(asn1.Class.CONTEXT_SPECIFIC, asn1.Type.OID, false, 'http://ca.example/intermediate.der'),
      ]),
    ]),
  };
  const ourRoot = named('Root', 'Root', 'Ours');

  it.each<readonly [string, X509Certificate[], X509Certificate[], TlsReason]>([
    [
      'a lone leaf that says where its issuer is',
      [named('leaf', 'Inter', 'Public', true)],
      [],
      'missing-intermediate',
    ],
    [
      'a lone leaf of our own organisation',
      [named('leaf', 'Inter', 'Ours')],
      [ourRoot],
      'missing-intermediate',
    ],
    ['a lone leaf of strangers', [named('leaf', 'Inter', 'Theirs')], [ourRoot], 'unknown-ca'],
    ['our CA with another key', [named('leaf', 'Root', 'Ours')], [ourRoot], 'unknown-ca'],
    [
      'a whole chain',
      [named('leaf', 'Inter', 'Ours'), named('Inter', 'Root', 'Ours')],
      [ourRoot],
      'unknown-ca',
    ],
    ['a certificate by itself', [named('self', 'self', 'Ours')], [ourRoot], 'self-signed'],
    ['nothing shown', [], [ourRoot], 'unknown-ca'],
  ])('%s', (_name, chain, trusted, reason) => {
    expect(sharpen('unknown-ca', chain, trusted, false)).toBe(reason);
    expect(sharpen('expired', chain, trusted, false)).toBe('expired');
  });

  it('tells a missing client certificate from a refused one', () => {
    expect(sharpen('client-certificate-refused', [], [], false)).toBe('client-certificate-required');
    expect(sharpen('client-certificate-refused', [], [], true)).toBe('client-certificate-refused');
  });
});

/** Messages of OpenSSL and BoringSSL, word for word. */
describe('tlsReason', () => {
  it.each<readonly [string, string, TlsReason | undefined]>([
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'expired'],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'error:0A00045C:SSL routines::tlsv13 alert certificate required',
      'client-certificate-required',
    ],
    [
      'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED',
      'error:1000045c:SSL routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED',
      'client-certificate-required',
    ],
    [
      'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
      'error:0A000412:SSL routines::ssl/tls alert bad certificate',
      'client-certificate-refused',
    ],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tlsv1 alert unknown ca', 'client-certificate-refused'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER',
      'plain-http',
    ],
    ['EPROTO', 'write EPROTO error:0A00010B:SSL routines::wrong version number', 'plain-http'],
    ['EPROTO', 'write EPROTO 1:error:1000009c:SSL routines:OPENSSL_internal:HTTP_REQUEST', 'plain-http'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tlsv1 alert protocol version', 'protocol-too-old'],
    ['EE_KEY_TOO_SMALL', 'EE certificate key too weak', 'weak-key'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'handshake failure', 'other'],
    ['ECONNRESET', 'read ECONNRESET', undefined],
    ['UND_ERR_SOCKET', 'other side closed', undefined],
  ])('%s %s', (code, message, reason) => {
    expect(tlsReason(Object.assign(new Error(message), { code }))).toBe(reason);
  });
});
