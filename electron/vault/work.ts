/**
 * The Vault client's work on texts that can be large, as pure functions of their bytes, so that it can run off the
 * main thread. The maker of a client gives it a `Work` that does this (electron/worker); without one they run in
 * place, as in tests and scripts.
 */
import { catalogueIn, pathFactsIn } from './api/openapi-document.ts';
import { namesIn } from './api/list-names.ts';
import { metricsIn, quantilesIn } from './api/metrics-summary.ts';
import { readBody } from './http/body.ts';
import { decryptKey } from './http/encrypted-key.ts';
import { takeApart } from './http/pkcs12-parts.ts';

export const vaultTasks = {
  readBody,
  namesIn,
  catalogueIn,
  pathFactsIn,
  takeApart,
  decryptKey,
  metricsIn,
  quantilesIn,
};

/**
 * Runs one of these tasks on input of this many bytes. Rejects with `AppFailure` if it took too long or too much
 * memory.
 */
export type WorkOn<Tasks extends Readonly<Record<string, (input: never) => unknown>>> = <
  N extends keyof Tasks,
>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  sizeBytes: number,
) => Promise<Awaited<ReturnType<Tasks[N]>>>;

export type VaultWork = WorkOn<typeof vaultTasks>;

/** Runs a task in place. */
export const inPlace: VaultWork = async (name, input) =>
  // The types of the table pair each task with its input.
  (await vaultTasks[name](input as never)) as never;
