/** Runs every action on a small disk that becomes full in the middle; a line of JSON for each. See `nodeOnSmallDisk`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestApp } from '../../electron/ipc/calls/services.fixture.ts';
import { fillSmallDisk } from '../disks/small-disk.ts';
import { sharedServers } from '../servers/index.ts';
import { faultCases } from './faults.ts';
import type { FaultCase } from './faults.ts';
import { mountsOf } from './grounds.ts';
import { matrixActions, runCell, strikeOf } from './matrix.ts';

const folder = process.argv[2] ?? '';
const { dev } = sharedServers();

const ground = {
  server: dev,
  ...(await mountsOf(dev)),
  newApp: makeTestApp,
  // So that rows wait for their turn, and their journal for room.
  rowsAtOnce: 1,
  break: () => Promise.resolve(void fillSmallDisk(undefined, folder)),
  mend: () => Promise.resolve(rmSync(join(folder, 'filler'), { force: true })),
};
const fault = faultCases.find((one) => one.ground === 'disk') as FaultCase;
for (const action of matrixActions) {
  const { sent } = await runCell(ground, action, undefined, folder);
  const { told, findings } = await runCell(ground, action, strikeOf(action, fault, sent), folder);
  process.stdout.write(`${JSON.stringify({ action: action.name, told, findings })}\n`);
}
process.exit();
