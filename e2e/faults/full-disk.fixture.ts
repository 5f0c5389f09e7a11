/** Runs every action on a small disk that becomes full in the middle; a line of JSON for each. See `nodeOnSmallDisk`. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestApp } from '../../electron/ipc/calls/services.fixture.ts';
import { sharedServers } from '../servers/index.ts';
import { faultCases } from './faults.ts';
import type { FaultCase } from './faults.ts';
import { mountsOf } from './grounds.ts';
import { matrixActions, runCell, strikeOf } from './matrix.ts';

const folder = process.argv[2] ?? '';
const filler = join(folder, 'filler');
const { dev } = sharedServers();

/** Takes all room that is left. */
function fill(): void {
  for (const bytes of [65_536, 4_096, 1])
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // Full, for pieces of this size.
    }
}

const ground = {
  server: dev,
  ...(await mountsOf(dev)),
  newApp: makeTestApp,
  break: () => Promise.resolve(fill()),
  mend: () => Promise.resolve(rmSync(filler, { force: true })),
};
const fault = faultCases.find((one) => one.ground === 'disk') as FaultCase;
for (const action of matrixActions) {
  const { sent } = await runCell(ground, action, undefined, folder);
  const { told, findings } = await runCell(ground, action, strikeOf(action, fault, sent), folder);
  process.stdout.write(`${JSON.stringify({ action: action.name, told, findings })}\n`);
}
process.exit();
