/**
 * Every action of many entries beside every fault: nothing is lost, nothing is doubled, each told outcome is true on the
 * server, and another run brings it to its end. The judge reads the server past the app. The matrix is written to
 * `build/out/faults.md`. `npm test` strikes the request in the middle, STRONGROOM_FAULTS=all each of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp } from '../electron/ipc/calls/services.fixture.ts';
import { nodeOnSmallDisk } from './disks/small-disk.ts';
import type { Verdict } from './faults/cell.ts';
import { faultCases } from './faults/faults.ts';
import type { FaultCase } from './faults/faults.ts';
import { mountsOf, startOwnCluster, startOwnServer } from './faults/grounds.ts';
import type { OwnServer } from './faults/grounds.ts';
import {
  cellKey,
  isRead,
  matrixActions,
  runCell,
  strikeable,
  strikeOf,
  writeMatrix,
} from './faults/matrix.ts';
import type { Cells, MatrixAction } from './faults/matrix.ts';
import type { Ground } from './faults/scene.ts';
import { productOfRun, sharedServers } from './servers/index.ts';
import { sampled } from './traces/sampled.ts';

const { dev } = sharedServers();
const cells: Cells = new Map();
/** Requests of each action without a fault. */
const sentBy = new Map<MatrixAction, readonly string[]>();
let shared: Ground;
beforeAll(async () => {
  shared = { server: dev, ...(await mountsOf(dev)), newApp: makeTestApp };
});

const faultsOn = (ground: FaultCase['ground'], { kind }: MatrixAction): readonly FaultCase[] =>
  faultCases.filter((fault) => fault.ground === ground && fault.cannot?.(kind) === undefined);

/** Notes a cell for the report; returns what the judge has found. */
function note(
  action: MatrixAction,
  fault: FaultCase,
  { told, findings }: Omit<Verdict, 'sent'>,
): readonly string[] {
  cells.set(cellKey(action, fault), told);
  return findings.map((finding) => `${cellKey(action, fault)}: ${finding} [${told}]`);
}

const struck = (ground: Ground, action: MatrixAction, fault: FaultCase, at?: number): Promise<Verdict> =>
  runCell(ground, action, strikeOf(action, fault, sentBy.get(action) ?? [], at));

const strikesAll = process.env['STRONGROOM_FAULTS'] === 'all';
const counts = { ran: 0, of: 0 };

/** Cells beside each other in a run of all. */
const BESIDE = 16;

/** Strikes every other request, too, some cells at a time. */
async function strikeEach(action: MatrixAction): Promise<readonly string[]> {
  const count = strikeable(action, sentBy.get(action) ?? []);
  const open = faultsOn('shared', action).flatMap((fault) =>
    // A rival meets one request, wherever that is.
    fault.rival === undefined ? Array.from({ length: count }, (_, at) => ({ fault, at })) : [],
  );
  counts.of += open.length;
  if (!strikesAll) return [];
  counts.ran += open.length;
  const found: string[] = [];
  const waiting = open.values();
  const worker = async (): Promise<void> => {
    for (const { fault, at } of waiting) {
      const { told, findings } = await struck(shared, action, fault, at);
      const where = `${cellKey(action, fault)}, request ${String(at)}`;
      found.push(...findings.map((finding) => `${where}: ${finding} [${told}]`));
    }
  };
  await Promise.all(Array.from({ length: BESIDE }, worker));
  return found;
}

describe('an action of many entries', () => {
  it.each(matrixActions)('without a fault: $name', async (action) => {
    const { findings, told, sent } = await runCell(shared, action);
    expect(findings, told).toEqual([]);
    sentBy.set(action, sent);
  });

  it.each(matrixActions)(
    'beside the faults of a request: $name @faults',
    { timeout: strikesAll ? 1_800_000 : 120_000 },
    async (action) => {
      const faults = faultsOn('shared', action);
      const found = await Promise.all(
        faults.map(async (fault) => note(action, fault, await struck(shared, action, fault))),
      );
      counts.ran += strikesAll ? 0 : faults.filter(({ rival }) => rival === undefined).length;
      expect([...found.flat(), ...(await strikeEach(action))].sort()).toEqual([]);
    },
  );

  it.each(['sealed', 'killed', 'cluster'] as const)(
    'beside the fault of a whole server: %s @server-faults',
    { timeout: 180_000 },
    async (ground) => {
      const pairs = matrixActions.flatMap((action) =>
        faultsOn(ground, action).map((fault) => ({ action, fault })),
      );
      const own: OwnServer = await (ground === 'cluster'
        ? startOwnCluster(pairs.length)
        : startOwnServer(pairs.length, ground));
      try {
        const found = await Promise.all(
          pairs.map(async ({ action, fault }) => {
            const party = own.join();
            try {
              return note(action, fault, await struck(party.ground, action, fault));
            } finally {
              party.leave();
            }
          }),
        );
        expect(found.flat().sort()).toEqual([]);
      } finally {
        await own.stop();
      }
    },
  );

  it('beside a full disk @disk-faults', { timeout: 120_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'strongroom-full-disk-'));
    const script = fileURLToPath(new URL('faults/full-disk.fixture.ts', import.meta.url));
    const lines = nodeOnSmallDisk({ folder, kilobytes: 4_096 }, script) as readonly ({
      readonly action: string;
    } & Omit<Verdict, 'sent'>)[];
    rmSync(folder, { recursive: true, force: true });
    const found = matrixActions.flatMap((action) =>
      faultsOn('disk', action).flatMap((fault) => {
        const line = lines.find((one) => one.action === action.name);
        if (line === undefined) return [`${action.name} did not run`];
        // A disk that stops nothing was not full.
        const isStopped = isRead(action.kind) || line.told.includes('(not-kept)');
        return [...note(action, fault, line), ...(isStopped ? [] : [`${action.name} was not stopped`])];
      }),
    );
    expect(found).toEqual([]);
  });
});

afterAll(() => {
  const empty = writeMatrix(productOfRun(), faultCases, cells);
  // Part of a run, by a filter on titles, leaves cells empty.
  if (counts.of > 0) sampled({ tag: 'faults', what: 'requests struck by faults', ...counts });
  if (cells.size > 0)
    process.stdout.write(`${String(cells.size)} cells, empty: ${empty.join(', ') || 'none'}\n`);
});
