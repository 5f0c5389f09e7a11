/** Turns a typed connection into client options and the facts by which the user confirms it. Sends nothing. */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, CertificateFacts, Result } from '../../../shared/ipc/result.ts';
import { notEncrypted, notVerified, prose } from '../../../shared/ipc/prompt-notes.ts';
import type { DestinationFacts, PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { isLoopback, travelsInTheClear } from '../../../shared/vault/loopback.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { checkExtraHeaders } from '../../vault/http/extra-headers.ts';
import { chooseProxy } from '../../vault/http/proxy.ts';
import { readTlsMaterial } from '../../vault/http/tls.ts';
import type { TlsFiles } from '../../vault/http/tls.ts';
import type { ClientOptions, SentHeader, TlsMaterial, VaultClient } from '../../vault/http/types.ts';
import type { VaultWork } from '../../vault/work.ts';
import { addressOf, confirmedOriginsOf, isUnverified, normaliseNamespace } from './address.ts';
import { outOfDate } from './expiry.ts';
import type { FileStore } from './files.ts';
import type { Ask } from '../platform.ts';
import type { PromptLook } from './prompt-look.ts';

/** Dependencies of connecting. */
export interface ConnectParts {
  readonly files: FileStore;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly ask: Ask;
  /**
   * Extra headers of a target with their values, which main holds; asks for a missing one. Rejects with
   * `invalid-input` if a value is not for this server, and with `cancelled`.
   */
  readonly resolveHeaders: (target: ConnectionTarget, signal?: AbortSignal) => Promise<readonly SentHeader[]>;
  /** Puts the consequence gate in front of a client. */
  readonly guard: (client: VaultClient) => VaultClient;
  readonly testElectron: boolean;
  readonly testElectronAllowed: boolean;
  /** Worker for large answers and client certificates; absent: they are read in place. */
  readonly work?: VaultWork;
}

/**
 * Builds the client options for a target whose TLS files have been read. Rejects with `invalid-input`, or `cancelled`
 * if a missing header value is not entered.
 */
export async function clientOptions(
  target: ConnectionTarget,
  parts: ConnectParts,
  tls: TlsMaterial,
  signal?: AbortSignal,
): Promise<ClientOptions> {
  const address = addressOf(target.address);
  const confirmedOrigins = confirmedOriginsOf(target);
  for (const place of [address, ...confirmedOrigins]) refuseTestElectron(place, parts);
  const { proxy } = unwrap(chooseProxy(target.proxy, address, parts.environment));
  return {
    address,
    namespace: normaliseNamespace(target.namespace),
    tls,
    ...(proxy === undefined ? {} : { proxy }),
    timeoutMs: target.timeoutMs,
    confirmedOrigins,
    headers: unwrap(checkExtraHeaders(await parts.resolveHeaders(target, signal))),
    ...(parts.work === undefined ? {} : { work: parts.work }),
  };
}

/** Reads the TLS files of a target. Throws `tls` with the reason and the file's name. */
export async function readMaterial(
  target: ConnectionTarget,
  files: FileStore,
  passphrase?: string,
  work?: VaultWork,
): Promise<TlsMaterial> {
  const { ca, clientCertificate, clientKey, serverName, useSystemStore, skipVerify } = target.tls;
  const paths: TlsFiles = {
    useSystemStore,
    skipVerify,
    ...(ca === undefined ? {} : { caPath: files.pathOf(ca) }),
    ...(clientCertificate === undefined ? {} : { certificatePath: files.pathOf(clientCertificate) }),
    ...(clientKey === undefined ? {} : { keyPath: files.pathOf(clientKey) }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  return unwrap(await readTlsMaterial(paths, work));
}

/** Facts above the field in the secure prompt: destination of the token, and the reason it is trusted. */
export function destinationFacts(
  { address, namespace, proxy, tls, confirmedOrigins }: ClientOptions,
  target: ConnectionTarget,
  look: PromptLook,
  certificate?: CertificateFacts,
): DestinationFacts {
  const via = proxy === undefined ? '' : withoutUser(proxy);
  const notes = [
    ...(isUnverified({ address, tls }) ? [notVerified] : []),
    ...(travelsInTheClear(address, via) ? [notEncrypted] : []),
    ...(certificate === undefined ? [] : outOfDate(certificate)),
  ];
  return {
    name: look.name,
    address,
    namespace,
    trust: trustFact(address, target, tls.caName, confirmedOrigins),
    proxy: via,
    colour: look.colour,
    ...(look.environment === undefined ? {} : { environment: look.environment }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/**
 * Reads the TLS files of a target, asking for a passphrase until one opens the key. Rejects with `cancelled`, `tls`.
 */
export async function materialAsking(
  target: ConnectionTarget,
  parts: ConnectParts,
  signal?: AbortSignal,
): Promise<TlsMaterial> {
  let passphrase: string | undefined;
  for (;;) {
    try {
      return await readMaterial(target, parts.files, passphrase, parts.work);
    } catch (failure) {
      const error = failure instanceof AppFailure ? failure.error : undefined;
      const key = target.tls.clientKey ?? target.tls.clientCertificate;
      if (error?.kind !== 'tls' || error.reason !== 'client-key-encrypted' || key === undefined)
        throw failure;
      const problem = passphrase === undefined ? {} : { problem: error.message };
      const fileName = basename(parts.files.pathOf(key));
      const answer = await parts.ask({ kind: 'enter-passphrase', fileName, ...problem }, signal);
      if (answer.kind !== 'submit') throw cancelled();
      passphrase = answer.text;
    }
  }
}

/** Error for a namespace on a community server, which would use the root namespace instead. Undefined if fine. */
export function namespaceError(namespace: string, health: Health): AppError | undefined {
  if (namespace === '' || health.namespaces) return undefined;
  return {
    kind: 'invalid-input',
    field: 'namespace',
    message: `This server (${products[health.kind].name} ${health.version}) has no namespaces: it would ignore “${namespace}” and use its root namespace instead. Nothing was sent.`,
    hint: 'Leave the namespace empty, or connect to a server that has it.',
  };
}

/** The testing build of Electron is not verified by its makers; it must not reach a server that matters. */
function refuseTestElectron(address: string, parts: ConnectParts): void {
  if (!parts.testElectron || parts.testElectronAllowed || isLoopback(address)) return;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'address',
    message:
      'This build of Electron is for testing: it connects to servers on this machine only, and nothing was sent.',
    hint: 'Use a released Strongroom for real servers, or start this with the flag.',
  });
}

/** Lists all other origins, so that none is added to a connection unseen. */
function trustFact(
  address: string,
  target: ConnectionTarget,
  caName: string | undefined,
  origins: readonly string[],
): PromptFact {
  const also = origins.length === 0 ? '' : `; redirects to ${origins.join(', ')} are followed`;
  if (address.startsWith('http:'))
    return { name: 'Connection security', value: `none (http)${also}`, prose: true, notice: true };
  if (address.startsWith('unix:')) return prose('Connection security', `a socket of this machine${also}`);
  return {
    ...prose('Certificate', verifiedBy(target, caName) + also),
    ...(target.tls.skipVerify ? { notice: true } : {}),
  };
}

/** `caName` as on disk: the page can set any name in a handle. */
function verifiedBy(target: ConnectionTarget, caName: string | undefined): string {
  const { skipVerify, useSystemStore, serverName } = target.tls;
  if (skipVerify) return 'not verified';
  const asName = serverName === undefined || serverName === '' ? '' : `, as “${serverName}”`;
  if (caName === undefined) return `verified by the operating system’s store${asName}`;
  return `verified by CA file ${caName}${useSystemStore ? ' or the operating system’s store' : ''}${asName}`;
}

function withoutUser(proxy: string): string {
  return new URL(proxy).origin;
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new AppFailure(result.error);
  return result.value;
}

/** Error for a prompt that the user closed. */
export function cancelled(message = 'Cancelled. Nothing was sent.'): AppFailure {
  return new AppFailure({ kind: 'cancelled', message });
}
