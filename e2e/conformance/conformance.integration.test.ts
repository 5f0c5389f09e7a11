/**
 * Every operation of the specification by the reference client and by the app itself, against the same real server,
 * compared with each other and with what is expected. Writes `build/out/conformance.json`; `npm run conformance` prints it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServers } from '../servers/index.ts';
import { cases } from './cases/index.ts';
import { compareAll } from './compare.ts';
import type { Comparison } from './compare.ts';
import { startHvac } from './hvac-side.ts';
import { allLooks } from './looks.ts';
import { startOurs } from './our-side.ts';
import { callsOfScreens } from './screens.ts';
import { setStage } from './stage.ts';

const out = join(import.meta.dirname, '../../build/out');
let rows: readonly Comparison[] = [];
let end: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  const stage = await setStage(sharedServers());
  end = stage.end;
  rows = await compareAll(stage, () => ({ hvac: startHvac(), ours: startOurs() }));
  const reasons = allLooks.map(({ what, why }) => ({ what, why }));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'conformance.json'), `${JSON.stringify({ rows, looks: reasons }, null, 2)}\n`);
}, 300_000);
afterAll(() => end());

describe('conformance with hvac and the specification', () => {
  it('runs every case', () => {
    expect(rows.map((row) => `${row.operation}: ${row.case}`)).toEqual(
      cases.map(({ operation, name }) => `${operation}: ${name}`),
    );
  });

  it.each(cases.map((one, index) => [one.operation, one.name, index] as const))('%s: %s', (_o, _n, index) => {
    const row = rows[index];
    expect(row?.unexpected).toEqual([]);
    if (row?.why.length === 0) expect(row.ours).toBe(row.hvac);
    expect(row?.same).toBe(true);
  });

  it('makes no call of the app that no screen makes', () => {
    const made = new Set(rows.flatMap(({ calls }) => calls));
    expect(made.size).toBeGreaterThanOrEqual(20);
    expect([...made].filter((name) => !callsOfScreens().has(name))).toEqual([]);
  });

  it('needs every look that it lets the app make', () => {
    const made = new Set(rows.flatMap((row) => row.looks));
    expect(allLooks.filter(({ what }) => !made.has(what))).toEqual([]);
  });
});
