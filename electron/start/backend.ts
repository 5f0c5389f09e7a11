/**
 * Everything behind the bridge (calls, core and, through it, the Vault client) in one chunk of code that loads while
 * the window is already drawing.
 */
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import type { Emit, Platform } from '../core/platform.ts';
import { calls } from '../ipc/calls/index.ts';
import type { CallTable } from '../ipc/calls/index.ts';
import { openAppUpdates } from '../platform/app-updates.ts';
import { openAppPrograms } from '../platform/programs/app-programs.ts';
import { takeSampleServer } from '../platform/sample-server.ts';
import { openCore } from '../services/services.ts';
import type { Core } from '../services/services.ts';

/** Updates and programs are made here, not in the first code of a start. */
export type BackendPlatform = Omit<Platform, 'updates' | 'programs'>;

export interface Backend extends Omit<Core, 'openSample'> {
  readonly calls: CallTable;
  /** Opens the session that the start script prepared; rejects with a sentence if it cannot. */
  readonly openSample: (path: string) => Promise<void>;
}

/** Opens the backend of this run. */
export function openBackend(platform: BackendPlatform, emit: Emit, known: KnownCredentials): Backend {
  const updates = openAppUpdates(platform.app.dataFolder, platform.environment, platform.log);
  const programs = openAppPrograms(platform.environment, platform.log);
  const { openSample, ...core } = openCore({ ...platform, updates, programs }, emit, known);
  return { calls, ...core, openSample: async (path) => openSample(takeSampleServer(path)) };
}
