/** The matrix: every action of many entries beside every fault, and its report `build/out/faults.md`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../build/setup/places.mjs';
import { earlierFile, exportCell, planCell, searchCell } from './cell.ts';
import type { Strike, Verdict } from './cell.ts';
import type { ActionKind, FaultCase } from './faults.ts';
import { planCases } from './plan-actions.ts';
import { setScene } from './scene.ts';
import type { Ground, Scene, SceneOptions } from './scene.ts';

export interface MatrixAction {
  readonly name: string;
  readonly kind: ActionKind;
  readonly prepare?: SceneOptions['prepare'];
  readonly isOfV1?: true;
  readonly run: (scene: Scene, strike?: Strike) => Promise<Verdict>;
}

/** The rows of the matrix. */
export const matrixActions: readonly MatrixAction[] = [
  { name: 'search names', kind: 'search', run: (scene, strike) => searchCell(scene, 'names', strike) },
  { name: 'search values', kind: 'search', run: (scene, strike) => searchCell(scene, 'values', strike) },
  ...planCases.map((plan): MatrixAction => ({
    name: plan.name,
    kind: plan.leadsTo === undefined ? 'plan' : plan.action === undefined ? 'import' : 'transfer',
    ...(plan.prepare === undefined ? {} : { prepare: plan.prepare }),
    ...(plan.isOfV1 === undefined ? {} : { isOfV1: plan.isOfV1 }),
    run: (scene, strike) => planCell(scene, plan, strike),
  })),
  { name: 'export', kind: 'export', run: exportCell },
  { name: 'export of KV v1', kind: 'export', isOfV1: true, run: exportCell },
];

/** Runs a cell in a scene of its own. */
export async function runCell(
  ground: Ground,
  action: MatrixAction,
  strike?: Strike,
  dataFolder?: string,
): Promise<Verdict> {
  const folder = mkdtempSync(join(dataFolder ?? tmpdir(), 'strongroom-faults-'));
  const file = join(folder, 'export.jsonl');
  writeFileSync(file, earlierFile);
  const timeoutMs = strike?.fault.timeoutMs;
  try {
    const scene = await setScene(ground, {
      file,
      ...(action.prepare === undefined ? {} : { prepare: action.prepare }),
      ...(action.isOfV1 === undefined ? {} : { isOfV1: action.isOfV1 }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(dataFolder === undefined ? {} : { dataFolder }),
    });
    try {
      return await action.run(scene, strike);
    } finally {
      await scene.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Number of requests that a fault can befall: of a plan changing ones. `sent`: those of an action without a fault. */
export function strikeable({ kind }: MatrixAction, sent: readonly string[]): number {
  return isRead(kind) ? sent.length : sent.filter((one) => !one.startsWith('GET')).length;
}

/** True for an action that changes nothing on the server, and has no journal. */
export const isRead = (kind: ActionKind): boolean => kind === 'search' || kind === 'export';

/** Strikes the request in the middle, unless told. */
export function strikeOf(
  action: MatrixAction,
  fault: FaultCase,
  sent: readonly string[],
  at = Math.floor(strikeable(action, sent) / 2),
): Strike {
  return { fault, at, of: isRead(action.kind) ? 'all' : 'writes' };
}

/** Text of each cell, by action and fault. */
export type Cells = Map<string, string>;
export const cellKey = (action: MatrixAction, fault: FaultCase): string => `${action.name} × ${fault.name}`;

const report = join(root, 'build/out/faults.md');

/** Writes the matrix: a line an action, a column a fault. Returns the cells that are empty. */
export function writeMatrix(product: string, faults: readonly FaultCase[], cells: Cells): readonly string[] {
  const empty: string[] = [];
  const rows = matrixActions.map((action) => [
    action.name,
    ...faults.map((fault) => {
      const key = cellKey(action, fault);
      const text = cells.get(key) ?? fault.cannot?.(action.kind);
      if (text === undefined) empty.push(key);
      return text ?? '';
    }),
  ]);
  const lines = [['', ...faults.map(({ name }) => name)], ['---', ...faults.map(() => '---')], ...rows];
  const title = `## ${product}`;
  const table = lines.map((cellsOfLine) => `| ${cellsOfLine.join(' | ')} |`).join('\n');
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, `${others(title)}${title}\n\n${table}\n`);
  return empty;
}

/** The parts of the report about other products. */
function others(title: string): string {
  let text = '';
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    // The first run.
  }
  const parts = text
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## ') && !part.startsWith(`${title}\n`));
  return `# Faults beside actions of many entries\n\n${parts.join('')}`;
}
