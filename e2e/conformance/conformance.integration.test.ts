/**
 * Every operation of the specification by the reference client and by ours, against the same real server. Writes
 * `build/out/conformance.json`; `npm run conformance` prints it as a table.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServers } from '../servers/index.ts';
import { cases } from './cases.ts';
import { compareAll } from './compare.ts';
import type { Comparison } from './compare.ts';
import { startHvac } from './hvac-side.ts';
import { startOurs } from './our-side.ts';
import { setScene, setStage } from './scene.ts';

const out = join(import.meta.dirname, '../../build/out');
let rows: readonly Comparison[] = [];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const stage = await setStage(sharedServers());
  ends.push(stage.end);
  const sides = [startHvac(), startOurs()] as const;
  ends.push(...sides.map((side) => side.end));
  const [hvac, ours] = await Promise.all([setScene(stage, sides[0]), setScene(stage, sides[1])]);
  rows = await compareAll(hvac, ours);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'conformance.json'), `${JSON.stringify(rows, null, 2)}\n`);
}, 300_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describe('conformance with hvac', () => {
  it('covers at least sixty cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });
  it.each(cases.map((one, index) => [one.operation, one.name, index] as const))('%s: %s', (_o, _n, index) => {
    const row = rows[index];
    expect(row).toBeDefined();
    if (row === undefined) return;
    if (row.departure === undefined) expect(row.ours).toBe(row.hvac);
    else expect(row).toMatchObject({ same: true });
  });
});
