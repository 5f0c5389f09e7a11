/**
 * Everything behind the bridge, as one chunk of code that is loaded while the window is already drawing: the calls, the
 * core and, through it, the Vault client.
 */
import type { KnownCredentials } from './core/credentials/known-credentials.ts';
import type { Emit, Platform } from './core/platform.ts';
import { calls } from './ipc/calls/index.ts';
import type { CallTable } from './ipc/calls/index.ts';
import { takeSampleServer } from './platform/sample-server.ts';
import { openCore } from './services.ts';
import type { Core } from './services.ts';

export interface Backend extends Omit<Core, 'openSample'> {
  readonly calls: CallTable;
  /** Opens the session that the start script prepared; rejects with a sentence when it cannot. */
  readonly openSample: (path: string) => Promise<void>;
}

/** Opens the backend of this run. */
export function openBackend(platform: Platform, emit: Emit, known: KnownCredentials): Backend {
  const { openSample, ...core } = openCore(platform, emit, known);
  return { calls, ...core, openSample: async (path) => openSample(takeSampleServer(path)) };
}
