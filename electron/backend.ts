/**
 * Everything behind the bridge, as one chunk of code that is loaded while the window is already drawing: schemas,
 * handlers and, through them, the Vault client.
 */
import type { Emit, Platform } from './core/platform.ts';
import { makeHandlers } from './services.ts';
import type { Desk as DeskInside } from './services.ts';
import type { CallTable } from './ipc/run.ts';
import { schemas } from './ipc/calls/schemas.ts';
import { takeSampleServer } from './platform/sample-server.ts';

export interface Desk extends CallTable, Pick<DeskInside, 'lock' | 'losses' | 'shutdown'> {
  /** Opens the session that the start script prepared; rejects with a sentence when it cannot. */
  readonly openSample: (path: string) => Promise<void>;
}

/** Makes the desk of this run. */
export function openDesk(platform: Platform, emit: Emit): Desk {
  const { openSample, ...desk } = makeHandlers(platform, emit);
  return { schemas, ...desk, openSample: async (path) => openSample(takeSampleServer(path)) };
}
