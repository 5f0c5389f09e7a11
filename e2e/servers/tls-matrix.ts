/**
 * One Vault with many listeners: one for each way in which TLS can fail, all in front of the same unsealed server,
 * and the client files for them. Starting one server for each would take a minute.
 */
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { encryptedKey, issueCertificate, makeAuthority, selfSigned } from './certificates.ts';
import type { Authority, Certificate } from './certificates.ts';
import { toLegacyPkcs12 } from './legacy-pkcs12.ts';
import { freePorts } from './ports.ts';
import { initialise, unseal, until } from './seals.ts';
import { forgetConnections, health, must } from './vault-api.ts';
import { startVaultProcess, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';

/** Passphrase of the protected client files. */
export const MATRIX_PASSPHRASE = 'open sesame';

const doors = [
  'good',
  'expired',
  'notYetValid',
  'wrongHost',
  'unknownCa',
  'selfSigned',
  'weakKey',
  'missingIntermediate',
  'wholeChain',
  'clientCertificate',
  'oldTls',
] as const;

export type Door = (typeof doors)[number];

export interface TlsMatrix {
  /** `https://127.0.0.1:PORT` of each listener. */
  readonly addresses: Readonly<Record<Door, string>>;
  readonly rootToken: string;
  readonly files: {
    /** CA of every listener with a known one. */
    readonly ca: string;
    /** Its intermediate, used by `wholeChain` and `missingIntermediate`, and a bundle of both. */
    readonly intermediate: string;
    readonly bundle: string;
    /** An accepted client: certificate, key, key under `MATRIX_PASSPHRASE`, and both as RC2/3DES PKCS#12 under it. */
    readonly client: string;
    readonly clientKey: string;
    readonly encryptedKey: string;
    readonly legacyPkcs12: string;
    /** A client of a CA unknown to the server. */
    readonly stranger: string;
    readonly strangerKey: string;
  };
  /** Replaces the certificate of the listener `good` by another good one, of the same CA or of another. */
  readonly replaceGood: (by: 'same-authority' | 'another-authority') => Promise<{ readonly caFile: string }>;
  readonly stop: () => Promise<void>;
}

/** Starts the server, unsealed, with KV v2 at `secret/`. */
export async function startTlsMatrix(): Promise<TlsMatrix> {
  const root = makeAuthority('Strongroom matrix root', undefined, 'Strongroom tests');
  const intermediate = makeAuthority('Strongroom matrix intermediate', root, 'Strongroom tests');
  const clients = makeAuthority('Strongroom matrix clients');
  const overIntermediate = issueCertificate(intermediate);
  const certificates: Readonly<Record<Door, Certificate>> = {
    good: issueCertificate(root),
    expired: issueCertificate(root, { validFromDays: -20, validToDays: -2 }),
    notYetValid: issueCertificate(root, { validFromDays: 5 }),
    wrongHost: issueCertificate(root, { dns: ['vault.elsewhere.example'], ips: [] }),
    unknownCa: issueCertificate(makeAuthority('A stranger')),
    selfSigned: selfSigned(),
    weakKey: issueCertificate(root, { keyBits: 1024 }),
    missingIntermediate: { ...overIntermediate, chain: overIntermediate.cert },
    wholeChain: overIntermediate,
    clientCertificate: issueCertificate(root),
    oldTls: issueCertificate(root),
  };
  return withFreshPorts(async () => {
    const folder = temporaryFolder('tls-matrix');
    const file = (name: string, content: string | Buffer): string => {
      const path = join(folder.path, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    };
    const files = {
      ca: file('matrix-ca.pem', root.cert),
      intermediate: file('matrix-intermediate.pem', intermediate.cert),
      bundle: file('matrix-bundle.pem', intermediate.cert + root.cert),
      ...clientFiles(clients, file),
    };
    const [plainPort = 0, ...ports] = await freePorts(doors.length + 1);
    const clientCa = file('client-ca.pem', clients.cert);
    const listeners = doors.map((door, index) => {
      const lines = [
        `address = "127.0.0.1:${String(ports[index])}"`,
        `tls_cert_file = "${file(`${door}.pem`, certificates[door].chain)}"`,
        `tls_key_file = "${file(`${door}-key.pem`, certificates[door].key)}"`,
      ];
      if (door === 'clientCertificate')
        lines.push('tls_require_and_verify_client_cert = true', `tls_client_ca_file = "${clientCa}"`);
      if (door === 'oldTls') lines.push('tls_min_version = "tls10"', 'tls_max_version = "tls10"');
      return `listener "tcp" {\n  ${lines.join('\n  ')}\n}\n`;
    });
    const address = `http://127.0.0.1:${String(plainPort)}`;
    const ownDoor = `listener "tcp" {\n  address = "127.0.0.1:${String(plainPort)}"\n  tls_disable = true\n}\n`;
    const config = file(
      'vault.hcl',
      `storage "inmem" {}\ndisable_mlock = true\napi_addr = "${address}"\n${ownDoor}${listeners.join('')}`,
    );
    const vault = startVaultProcess(['server', `-config=${config}`], folder.path);
    const stop = async (): Promise<void> => {
      await vault.stop();
      await forgetConnections(address);
      folder.remove();
    };
    try {
      await untilReady(vault, async () => (await health({ address })) !== undefined);
      const keys = await initialise({ address }, 1, 1);
      await unseal({ address }, keys.shares);
      const server = { address, rootToken: keys.rootToken };
      await must(server, 'POST', 'sys/mounts/secret', { type: 'kv', options: { version: '2' } });
      const addresses = Object.fromEntries(
        doors.map((door, index) => [door, `https://127.0.0.1:${String(ports[index])}`]),
      ) as Record<Door, string>;
      return {
        addresses,
        rootToken: keys.rootToken,
        files,
        stop,
        replaceGood: async (by) => {
          const authority =
            by === 'same-authority' ? root : makeAuthority('Another root', undefined, 'Strongroom tests');
          const next = issueCertificate(authority);
          file('good.pem', next.chain);
          file('good-key.pem', next.key);
          const caFile = file(`${by}-ca.pem`, authority.cert);
          // Vault reloads its certificates on this signal.
          process.kill(vault.pid, 'SIGHUP');
          await until(() => shows(addresses.good, next.cert));
          return { caFile };
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  });
}

function clientFiles(
  clients: Authority,
  file: (name: string, content: string | Buffer) => string,
): Omit<TlsMatrix['files'], 'ca' | 'intermediate' | 'bundle'> {
  const alice = issueCertificate(clients, { commonName: 'alice', usage: 'client' });
  const mallory = issueCertificate(makeAuthority('Strangers'), { commonName: 'mallory', usage: 'client' });
  return {
    client: file('alice.pem', alice.chain),
    clientKey: file('alice-key.pem', alice.key),
    encryptedKey: file('alice-encrypted-key.pem', encryptedKey(alice, MATRIX_PASSPHRASE)),
    legacyPkcs12: file('alice-legacy.p12', toLegacyPkcs12(alice, MATRIX_PASSPHRASE)),
    stranger: file('mallory.pem', mallory.chain),
    strangerKey: file('mallory-key.pem', mallory.key),
  };
}

/** True if the server at `address` currently shows exactly this certificate. */
function shows(address: string, certificate: string): Promise<boolean> {
  const { hostname: host, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), servername: '', rejectUnauthorized: false }, () => {
      resolve(
        socket.getPeerX509Certificate()?.fingerprint256 === new X509Certificate(certificate).fingerprint256,
      );
      socket.destroy();
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
