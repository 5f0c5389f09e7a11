/**
 * "Check connection": takes the steps of a login one at a time and describes each in a sentence. It requests health
 * only and never sends a token.
 */
import { utcDate } from '../../../shared/vault/relative-time.ts';
import { notEncrypted, notVerified } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError, CertificateFacts } from '../../../shared/ipc/result.ts';
import type {
  CheckStep,
  CheckStepName,
  ConnectionReport,
  ConnectionTarget,
} from '../../../shared/vault/connection.ts';
import { travelsInTheClear } from '../../../shared/vault/loopback.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { readHealth } from '../../vault/api/health.ts';
import { parseAddress } from '../../vault/http/address.ts';
import { networkWords } from '../../vault/http/connection-errors.ts';
import type { ClientOptions, TlsMaterial, VaultClient } from '../../vault/http/types.ts';
import { clientOptions, destinationFacts, materialAsking, readMaterial } from '../connection/connect.ts';
import type { ConnectParts } from '../connection/connect.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { ConfirmedPlace } from '../gates/contact.ts';
import { connectFirstHop, firstHop, openClient, resolveFirstHop } from '../gates/open-client.ts';
import type { MeetParts } from './meeting.ts';
import { asAppError } from '../connection/trouble.ts';

const order: readonly CheckStepName[] = ['address', 'name', 'connection', 'tls', 'answer', 'state'];

export interface CheckRun {
  readonly signal: AbortSignal;
  /** Reports each step as it ends, in their order. */
  readonly onStep?: (step: CheckStep) => void;
}

/** Checks a connection, once its place is confirmed. Failures are part of the report; only a cancel rejects. */
export async function checkConnection(
  target: ConnectionTarget,
  parts: MeetParts,
  look: PromptLook,
  { signal, onStep }: CheckRun,
): Promise<ConnectionReport> {
  const startedMs = performance.now();
  const steps: CheckStep[] = [];
  const found: { health?: Health; chain?: readonly CertificateFacts[]; error?: AppError } = {};
  let client: VaultClient | undefined;
  let current = 'address' as CheckStepName;
  const note = (step: CheckStepName, outcome: CheckStep['outcome'], detail: string): void => {
    const done = { step, outcome, detail };
    steps.push(done);
    if (!signal.aborted) onStep?.(done);
  };

  try {
    const address = addressOf(target);
    const noMaterial = { ca: [], useSystemStore: true, skipVerify: target.tls.skipVerify };
    const plain = await clientOptions(target, parts, noMaterial, signal);
    note(
      'address',
      address.note === undefined ? 'ok' : 'warning',
      address.note ?? `The address is ${address.address}.`,
    );

    const { host, port, proxy } = firstHop(plain);
    const through = proxy === '' ? '' : ` of the proxy ${proxy}`;

    // The certificates are part of the place, so they are read first; an unreadable file is reported in its own step.
    const material = await settled(materialFor(target, parts, signal));
    const options = { ...plain, ...('value' in material ? { tls: material.value } : {}) };
    const facts = destinationFacts(options, target, look);
    const place = await parts.contact.confirm(options, { facts, look }, signal);

    current = 'name';
    const ip = await resolveName(place, options, signal);
    if (port === 0) note('name', 'unused', 'A socket of this machine has no name to look up.');
    else if (ip === host) note('name', 'unused', `${host} is an IP address.`);
    else note('name', 'ok', `The name ${host}${through} resolves to ${ip}.`);

    current = 'connection';
    await reach(place, options, signal);
    note(
      'connection',
      'ok',
      port === 0
        ? `The socket ${host} accepts connections.`
        : `Port ${port} on ${host}${through} accepts connections.`,
    );

    current = 'tls';
    if ('failure' in material) throw material.failure;
    client = await openClient(place, { ...options, namespace: '' }, parts.guard);
    const { health } = await readHealthAt(client, signal, (step) => (current = step));
    found.chain = client.peerChain();
    noteTls(plain, target, found.chain[0], note);
    found.health = health;
    const product = `${products[health.kind].name}${health.enterprise ? ' Enterprise' : ''}`;
    note(
      'answer',
      'ok',
      `${product} ${health.version === '' ? '(version not told)' : health.version} answers.`,
    );
    noteState(health, target, note);
  } catch (failure) {
    const error = asAppError(failure);
    if (error.kind === 'cancelled') throw new AppFailure(error);
    found.error = error;
    const chain = error.kind === 'tls' ? error.chain : client?.peerChain();
    if (chain !== undefined && chain.length > 0) found.chain = chain;
    if (current === 'answer' && client !== undefined) noteTls(client.options, target, chain?.[0], note);
    note(current, 'failed', error.message);
  } finally {
    await client?.close();
  }
  for (const step of order) {
    if (!steps.some((done) => done.step === step)) note(step, 'skipped', 'Not reached.');
  }
  return { steps, ...found, elapsedMs: Math.round(performance.now() - startedMs) };
}

/** A declined passphrase fails its step without ending the check. */
async function materialFor(
  target: ConnectionTarget,
  parts: ConnectParts,
  signal: AbortSignal,
): Promise<TlsMaterial> {
  try {
    return await materialAsking(target, parts, signal);
  } catch (failure) {
    if (signal.aborted || asAppError(failure).kind !== 'cancelled') throw failure;
    return readMaterial(target, parts.files, undefined, parts.work);
  }
}

type Settled<T> = { readonly value: T } | { readonly failure: unknown };

async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise };
  } catch (failure) {
    return { failure };
  }
}

type Note = (step: CheckStepName, outcome: CheckStep['outcome'], detail: string) => void;

function addressOf(target: ConnectionTarget) {
  const parsed = parseAddress(target.address);
  if (!parsed.ok) throw new AppFailure(parsed.error);
  return parsed.value;
}

async function resolveName(
  place: ConfirmedPlace,
  options: ClientOptions,
  signal: AbortSignal,
): Promise<string> {
  const { host } = firstHop(options);
  try {
    const address = await resolveFirstHop(place, options);
    signal.throwIfAborted();
    return address;
  } catch (failure) {
    if (signal.aborted) throw failure;
    const code = codeOf(failure);
    throw new AppFailure({
      kind: 'network',
      code,
      message: `The name ${host} cannot be resolved (${code}).`,
      hint: 'Check the spelling, the network, and whether a VPN is needed.',
    });
  }
}

/** Opens and closes a bare connection; if the proxy or server refuses even that, no further step runs. */
function reach(place: ConfirmedPlace, options: ClientOptions, signal: AbortSignal): Promise<void> {
  const { host, port } = firstHop(options);
  const { timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const socket = connectFirstHop(place, options, signal);
    const end = (failure?: Error) => {
      socket.destroy();
      if (failure === undefined) resolve();
      else reject(failure);
    };
    socket.setTimeout(timeoutMs, () => {
      const message = `${host} does not answer${port === 0 ? '' : ` on port ${port}`} within ${timeoutMs / 1000} s.`;
      const hint = 'A firewall may be in the way, or a VPN may be needed.';
      end(new AppFailure({ kind: 'timeout', timeoutMs, message, hint }));
    });
    socket.once('connect', () => end());
    socket.once('error', (error) => end(signal.aborted ? error : unreachable(host, port, codeOf(error))));
  });
}

function unreachable(host: string, port: number, code: string): AppFailure {
  if (port === 0) return new AppFailure({ kind: 'network', code, ...networkWords(code, host, false) });
  const refused = code === 'ECONNREFUSED';
  return new AppFailure({
    kind: 'network',
    code,
    message: refused
      ? `Nothing listens on port ${port} of ${host}.`
      : `Port ${port} of ${host} cannot be reached (${code}).`,
    hint: refused
      ? 'Check the port, and whether the server is running.'
      : 'Check the network, and whether a VPN is needed.',
  });
}

/** Reads health and assigns a failure to its step: the handshake, or one after it. */
async function readHealthAt(client: VaultClient, signal: AbortSignal, at: (step: CheckStepName) => void) {
  try {
    return await readHealth(client, signal);
  } catch (failure) {
    const isTls = failure instanceof AppFailure && failure.error.kind === 'tls';
    const shook = !client.options.address.startsWith('https:') || client.peerChain().length > 0;
    if (!isTls && shook) at('answer');
    throw failure;
  }
}

function noteTls(
  { address, proxy }: ClientOptions,
  target: ConnectionTarget,
  leaf: CertificateFacts | undefined,
  note: Note,
): void {
  if (!address.startsWith('https:')) {
    if (travelsInTheClear(address, proxy)) note('tls', 'warning', notEncrypted.text);
    else note('tls', 'unused', 'Nothing is encrypted; it does not leave this machine.');
  } else if (target.tls.skipVerify) {
    note('tls', 'warning', notVerified.text);
  } else {
    note(
      'tls',
      'ok',
      `The certificate is trusted${leaf === undefined ? '' : ` until ${utcDate(leaf.validTo)}`}.`,
    );
  }
}

function noteState(health: Health, target: ConnectionTarget, note: Note): void {
  const namespace = target.namespace.trim();
  if (!health.initialized) note('state', 'failed', 'The server has not been initialised: no logins yet.');
  else if (health.sealed)
    note('state', 'failed', `The server is sealed${progressOf(health)}: no logins until it is unsealed.`);
  else if (namespace !== '' && namespace !== 'root' && !health.namespaces)
    note('state', 'failed', `The server has no namespaces: it would ignore “${namespace}”.`);
  else if (health.standby)
    note('state', 'ok', 'The server is a standby node and forwards requests to the leader.');
  else note('state', 'ok', 'The server is unsealed and leads.');
}

function progressOf(health: Health): string {
  const { unseal } = health;
  return unseal === undefined ? '' : ` (${unseal.progress} of ${unseal.threshold} key shares entered)`;
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
}
