/**
 * The bench's report: rows for `build/out/bench.json`, the table for people, and the verdict. A missed budget is a
 * finding, not a failure (machines differ, and two cores can be shared): it is printed as `over` and fails the run
 * only with `--strict`. A wrong result (a wrong count, a last row that cannot be reached) throws long before a row is
 * made, so that a fast wrong result never gets a figure.
 */

/** One line of `bench.json`. `ours` and `reference` are in `unit`; `ratio` is ours divided by reference. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  readonly referenceName: string;
  readonly ratio: number;
  /** Largest acceptable `ratio`. */
  readonly budget: number;
  readonly ok: boolean;
  /** Number of samples behind `ours`. */
  readonly n: number;
}

/** Figures of a part; ratio and verdict are derived. */
export type Measured = Omit<Row, 'ratio' | 'ok'>;

/** Completes a row: three decimals, ratio, verdict. Throws a `RangeError` for invalid figures. */
export function toRow(measured: Measured): Row {
  const { name, ours, reference, budget, n } = measured;
  if (!Number.isFinite(ours) || !Number.isFinite(reference) || reference <= 0) {
    throw new RangeError(`${name}: ours ${ours} and reference ${reference} cannot be compared`);
  }
  if (!(budget > 0) || !(Number.isInteger(n) && n > 0)) {
    throw new RangeError(`${name}: a budget of ${budget} over ${n} samples says nothing`);
  }
  const exact = ours / reference;
  // The verdict uses the exact ratio: rounding must not let 1.2504 pass a budget of 1.25.
  return {
    ...measured,
    ours: round(ours),
    reference: round(reference),
    ratio: round(exact),
    ok: exact <= budget,
  };
}

/** The table, one row per line, columns aligned; without a trailing line break. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.name,
    figure(row.ours),
    figure(row.reference),
    row.unit,
    row.ratio.toFixed(2),
    row.budget.toFixed(2),
    row.ok ? 'ok' : 'over',
    String(row.n),
    row.referenceName,
  ]);
  const table = [['name', 'ours', 'reference', 'unit', 'ratio', 'budget', '', 'n', 'reference is'], ...lines];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  );
  return table
    .map((line) =>
      line
        .map((cell, column) =>
          rightAligned.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const rightAligned: ReadonlySet<number> = new Set([1, 2, 4, 5, 7]);

/** Final line: the number of rows within budget, and the excess of the others. */
export function renderVerdict(rows: readonly Row[]): string {
  const over = rows.filter((row) => !row.ok);
  if (over.length === 0) return `${rows.length} of ${rows.length} inside their budgets`;
  const misses = over.map(
    (row) => `${row.name} by ${Math.max(1, Math.round((row.ratio / row.budget - 1) * 100))} %`,
  );
  return `${rows.length - over.length} of ${rows.length} inside their budgets; over: ${misses.join(', ')}`;
}

/** 0, or 1 if a budget was missed and `strict` is set. */
export function exitCode(rows: readonly Row[], strict: boolean): 0 | 1 {
  return strict && rows.some((row) => !row.ok) ? 1 : 0;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function figure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
