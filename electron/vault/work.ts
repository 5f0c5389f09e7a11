/**
 * What the Vault client does with texts that may be large, as pure functions of their bytes: so that they can be run
 * where they stop nobody. Who makes a client gives it a `Work` that does (electron/worker); without one they are run in
 * place, as in tests and scripts.
 */
import { catalogueIn, pathFactsIn } from './api/openapi-document.ts';
import { namesIn } from './api/list-names.ts';
import { metricsIn, quantilesIn } from './api/metrics-summary.ts';
import { readBody } from './http/body.ts';
import { decryptKey } from './http/encrypted-key.ts';
import { takeApart } from './http/pkcs12-parts.ts';

export const vaultTasks = {
  ...{ readBody, namesIn, catalogueIn, pathFactsIn, takeApart, decryptKey },
  ...{ metricsIn, quantilesIn },
};

/** Runs one of these tasks on what has this many bytes. Rejects with `AppFailure` where it took too long or too much memory. */
export type WorkOn<Tasks extends Readonly<Record<string, (input: never) => unknown>>> = <
  N extends keyof Tasks,
>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  sizeBytes: number,
) => Promise<Awaited<ReturnType<Tasks[N]>>>;

export type VaultWork = WorkOn<typeof vaultTasks>;

/** Runs a task here and now. */
export const inPlace: VaultWork = async (name, input) =>
  // The table's own types say that they belong together.
  (await vaultTasks[name](input as never)) as never;
