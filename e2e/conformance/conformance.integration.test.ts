/**
 * Every operation of the specification with the reference client and with the app, on the same real server, compared
 * with each other and with the expectation; on Vault and OpenBao concurrently. Writes
 * `build/out/conformance-<product>.json`; `npm run conformance` prints both.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesAt } from './case.ts';
import { cases as allCases } from './cases/index.ts';
import { compareAll } from './compare.ts';
import type { Comparison } from './compare.ts';
import { startHvac } from './hvac-side.ts';
import { looksAt } from './looks.ts';
import { startOurs } from './our-side.ts';
import { callsOfScreens } from './screens.ts';
import { setStage } from './stage.ts';

const out = join(import.meta.dirname, '../../build/out');

describe.concurrent.each(['vault', 'openbao'] as const)('conformance on %s', (product) => {
  const cases = casesAt(product, allCases);
  let rows: readonly Comparison[] = [];
  let end: () => Promise<void> = () => Promise.resolve();

  beforeAll(async () => {
    const stage = await setStage(product);
    end = stage.end;
    rows = await compareAll(stage, () => ({ hvac: startHvac(), ours: startOurs() }));
    const looks = looksAt(product).map(({ what, why }) => ({ what, why }));
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, `conformance-${product}.json`), `${JSON.stringify({ rows, looks }, null, 2)}\n`);
  }, 300_000);
  afterAll(() => end());

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
    const idle = looksAt(product).filter(({ what, needless }) => needless !== true && !made.has(what));
    expect(idle).toEqual([]);
  });
});
