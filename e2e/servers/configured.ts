/** Servers started from a configuration file: TLS, client certificates, seals. Storage is in memory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificate, makeAuthority } from './certificates.ts';
import type { Authority, Certificate } from './certificates.ts';
import type { VaultServer } from './dev.ts';
import { freePorts } from './ports.ts';
import type { Product } from './server-binary.ts';
import { initialise, unseal } from './seals.ts';
import type { InitialKeys } from './seals.ts';
import { uniqueName } from './seed.ts';
import { forgetConnections, health, must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { startVaultProcess, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';

interface Listener {
  /** Defaults to the product of the run. */
  readonly product?: Product | undefined;
  /** Also listens on a Unix socket: `vault.sock` in the server's folder. */
  readonly socket?: boolean;
  /** Configuration stanza of a seal other than Shamir. */
  readonly seal?: string;
  readonly certificate?: Certificate;
  readonly authority?: Authority;
  /** CA whose clients are accepted, and a client of it for our own requests. */
  readonly clients?: { readonly authority: Authority; readonly mine: Certificate };
}

const SOCKET = 'vault.sock';

interface Started {
  readonly reach: Omit<Reachable, 'rootToken'>;
  readonly folder: string;
  readonly pid: number;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts an uninitialised server with one listener; returns once its API answers. */
async function startConfigured(name: string, listener: Listener): Promise<Started> {
  return withFreshPorts(async () => {
    const [port] = await freePorts(1);
    const folder = temporaryFolder(name);
    const file = (file: string, text: string) => {
      writeFileSync(join(folder.path, file), text, { mode: 0o600 });
      return join(folder.path, file);
    };
    const lines = [`address = "127.0.0.1:${String(port)}"`];
    if (listener.certificate) {
      lines.push(`tls_cert_file = "${file('server.pem', listener.certificate.chain)}"`);
      lines.push(`tls_key_file = "${file('server-key.pem', listener.certificate.key)}"`);
    } else {
      lines.push('tls_disable = true');
    }
    if (listener.authority) file('ca.pem', listener.authority.cert);
    if (listener.clients) {
      lines.push('tls_require_and_verify_client_cert = true');
      lines.push(`tls_client_ca_file = "${file('client-ca.pem', listener.clients.authority.cert)}"`);
    }
    const address = `${listener.certificate ? 'https' : 'http'}://127.0.0.1:${String(port)}`;
    const config = file(
      'vault.hcl',
      `${listener.seal ?? ''}storage "inmem" {}\ndisable_mlock = true\napi_addr = "${address}"\nlistener "tcp" {\n  ${lines.join('\n  ')}\n}\n${
        listener.socket === true ? `listener "unix" {\n  address = "${join(folder.path, SOCKET)}"\n}\n` : ''
      }`,
    );
    const vault = startVaultProcess(['server', `-config=${config}`], folder.path, listener.product);
    const reach = {
      address,
      ...(listener.authority ? { ca: listener.authority.cert } : {}),
      ...(listener.clients ? { clientCertificate: listener.clients.mine } : {}),
    };
    const stop = async () => {
      await vault.stop();
      await forgetConnections(address);
      folder.remove();
    };
    try {
      // Bad certificates make our own health request fail too: then the log line tells that it listens.
      await untilReady(
        vault,
        async () => (await health(reach)) !== undefined || vault.log().includes('Vault server started!'),
      );
    } catch (error) {
      await stop();
      throw error;
    }
    return { reach, folder: folder.path, pid: vault.pid, log: vault.log, stop };
  });
}

/** Initialises with one share, unseals, and mounts KV v2 at `secret/`, like a dev server. */
async function open(started: Started): Promise<string> {
  const keys = await initialise(started.reach, 1, 1);
  await unseal(started.reach, keys.shares);
  const server = { ...started.reach, rootToken: keys.rootToken };
  await must(server, 'POST', 'sys/mounts/secret', { type: 'kv', options: { version: '2' } });
  return keys.rootToken;
}

/** A server with TLS. `caFile` is the CA to trust; the server's own address is https://127.0.0.1:PORT. */
export interface TlsVault extends VaultServer {
  readonly ca: string;
  readonly caFile: string;
  readonly authority: Authority;
  readonly folder: string;
}

/** A server with a certificate of its own CA; unsealed, KV v2 at `secret/`. */
export async function startTlsVault(product?: Product): Promise<TlsVault> {
  const authority = makeAuthority();
  const started = await startConfigured('tls', {
    product,
    authority,
    certificate: issueCertificate(authority),
  });
  const rootToken = await open(started);
  const { reach, folder, pid, log, stop } = started;
  const caFile = join(folder, 'ca.pem');
  return { ...reach, ca: authority.cert, rootToken, authority, caFile, folder, pid, log, stop };
}

/** A server that also listens on a Unix socket. */
export interface SocketVault extends VaultServer {
  /** `unix:///…/vault.sock` */
  readonly socketAddress: string;
}

/** A server on a Unix socket and a plain http address; unsealed, KV v2 at `secret/`. */
export async function startSocketVault(): Promise<SocketVault> {
  const { folder, ...started } = await startConfigured('socket', { socket: true });
  const rootToken = await open({ folder, ...started });
  const { reach, pid, log, stop } = started;
  return { ...reach, rootToken, pid, log, stop, socketAddress: `unix://${join(folder, SOCKET)}` };
}

/** A server with TLS that accepts only clients with a certificate of its client CA. */
export interface MutualTlsVault extends TlsVault {
  readonly clientAuthority: Authority;
  readonly clientCertificate: Certificate;
  /** PEM files of an accepted client. */
  readonly certFile: string;
  readonly keyFile: string;
}

/** A server that requires a client certificate; unsealed, KV v2 at `secret/`. */
export async function startMutualTlsVault(product?: Product): Promise<MutualTlsVault> {
  const authority = makeAuthority();
  const clientAuthority = makeAuthority('Strongroom test clients');
  const clientCertificate = issueCertificate(clientAuthority, { commonName: 'alice', usage: 'client' });
  const started = await startConfigured('mutual-tls', {
    product,
    authority,
    certificate: issueCertificate(authority),
    clients: { authority: clientAuthority, mine: clientCertificate },
  });
  const rootToken = await open(started);
  const { reach, folder, pid, log, stop } = started;
  const [caFile, certFile, keyFile] = ['ca.pem', 'client.pem', 'client-key.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(certFile, clientCertificate.chain);
  writeFileSync(keyFile, clientCertificate.key, { mode: 0o600 });
  return {
    ...reach,
    ca: authority.cert,
    rootToken,
    authority,
    caFile,
    folder,
    pid,
    log,
    stop,
    clientAuthority,
    clientCertificate,
    certFile,
    keyFile,
  };
}

/** A sealed server, its key shares, and the root token that works once it is unsealed. */
export interface SealedVault extends VaultServer {
  readonly shares: readonly string[];
  readonly threshold: number;
  /** Unseals it with the threshold number of shares. */
  readonly unseal: () => Promise<void>;
}

/** A sealed server, initialised with 5 shares, threshold 3. */
export async function startSealedVault(product?: Product): Promise<SealedVault> {
  const started = await startConfigured('sealed', { product });
  const keys: InitialKeys = await initialise(started.reach, 5, 3);
  const { reach, pid, log, stop } = started;
  return {
    ...reach,
    rootToken: keys.rootToken,
    shares: keys.shares,
    threshold: 3,
    pid,
    log,
    stop,
    unseal: () => unseal(reach, keys.shares.slice(0, 3)),
  };
}

/** A server that has never been initialised. */
export async function startUninitialisedVault(product?: Product): Promise<Omit<VaultServer, 'rootToken'>> {
  const { reach, pid, log, stop } = await startConfigured('uninitialised', { product });
  return { ...reach, pid, log, stop };
}

/** An uninitialised server with auto-unseal by a transit key of another server. */
export async function startSelfUnsealingVault(
  transit: Reachable,
  product?: Product,
): Promise<Omit<VaultServer, 'rootToken'>> {
  const key = uniqueName('unseal');
  await must(transit, 'POST', `sys/mounts/${key}`, { type: 'transit' });
  await must(transit, 'POST', `${key}/keys/${key}`, {});
  const { reach, pid, log, stop } = await startConfigured('self-unsealing', {
    product,
    seal: `seal "transit" {
  address = "${transit.address}"
  token = "${transit.rootToken}"
  disable_renewal = "true"
  key_name = "${key}"
  mount_path = "${key}/"
}
`,
  });
  return { ...reach, pid, log, stop };
}

/** A TLS server with any certificate, for clients that must refuse it; uninitialised, as that is never reached. */
export async function startVaultWithCertificate(
  certificate: Certificate,
): Promise<Omit<VaultServer, 'rootToken'>> {
  const { reach, pid, log, stop } = await startConfigured('certificate', { certificate });
  return { ...reach, pid, log, stop };
}
