/**
 * Shared set-up of the client's tests: clients that do not wait between tries, and an end for all that was started.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { createVaultClient } from './client.ts';
import type { ClientSurroundings } from './client.ts';
import type { ClientOptions, VaultAnswer, VaultClient, VaultRequest } from './types.ts';

export type End = () => Promise<unknown>;

/** Runs and forgets all ends, the last one first. */
export async function endAll(ends: End[]): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

const withoutWaiting: ClientSurroundings = { wait: () => Promise.resolve(), random: () => 0 };

/** A client that trusts only the authorities in `over`; its end is added to `ends`. */
export function testClient(
  ends: End[],
  address: string,
  over: Partial<ClientOptions> = {},
  surroundings = withoutWaiting,
): VaultClient {
  const client = createVaultClient(
    {
      address,
      namespace: '',
      tls: { ca: [], useSystemStore: false, skipVerify: false },
      timeoutMs: 15_000,
      confirmedOrigins: [],
      ...over,
    },
    surroundings,
  );
  ends.push(client.close);
  return client;
}

/** The error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof AppFailure)) throw new Error(`no AppFailure but ${String(failure)}`);
  return failure.error;
}

type Call = Omit<VaultRequest, 'method' | 'path' | 'body'>;

/** The specification's generic operations, as the console sends them. */
export function sendRead(client: VaultClient, path: string, call: Call = {}): Promise<VaultAnswer> {
  return client.send({ ...call, method: 'GET', path });
}

export function sendList(client: VaultClient, path: string, call: Call = {}): Promise<VaultAnswer> {
  return client.send({ ...call, method: 'GET', path, query: { list: 'true' } });
}

export function sendWrite(
  client: VaultClient,
  path: string,
  body: string,
  call: Call = {},
): Promise<VaultAnswer> {
  return client.send({ ...call, method: 'POST', path, body });
}

export function sendDelete(client: VaultClient, path: string, call: Call = {}): Promise<VaultAnswer> {
  return client.send({ ...call, method: 'DELETE', path });
}
