/**
 * Rows of a plan as a table shows them: up to 100,000, filtered with every keystroke. Texts to filter by are folded
 * once when rows arrive; filtering compares them and makes no new ones.
 */
import { runEffects, type PlanEffect, type PlanResult, type PlanRow } from '../../../shared/vault/plan.ts';

export interface RowFilter {
  readonly text: string;
  /** Undefined: every effect. */
  readonly effect: PlanEffect | undefined;
  /** Undefined: every result; `none`: not tried. */
  readonly outcome: PlanResult['outcome'] | 'none' | undefined;
}

export const noFilter: RowFilter = { text: '', effect: undefined, outcome: undefined };

export class PlanRows {
  readonly #rows: PlanRow[] = [];
  /** By id. */
  readonly #texts: string[] = [];
  readonly #results = new Map<number, PlanResult>();
  readonly effects = new Map<PlanEffect, number>();
  #runnable = 0;

  /** Takes a batch. Ids count from 0; a row that comes again takes the place of the one with its id. */
  add(rows: readonly PlanRow[]): void {
    for (const row of rows) {
      const before = this.#rows[row.id];
      if (before !== undefined) {
        this.effects.set(before.effect, (this.effects.get(before.effect) ?? 0) - 1);
        if (canRun(before)) this.#runnable--;
      }
      this.#rows[row.id] = row;
      this.#texts[row.id] = (row.to === undefined ? row.from : `${row.from}\n${row.to}`).toLowerCase();
      this.effects.set(row.effect, (this.effects.get(row.effect) ?? 0) + 1);
      if (canRun(row)) this.#runnable++;
    }
  }

  /** A row tried again has a later result. */
  addResults(results: readonly PlanResult[]): void {
    for (const result of results) this.#results.set(result.id, result);
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Rows that a run carries out unless they are left out. */
  get runnable(): number {
    return this.#runnable;
  }

  get all(): readonly PlanRow[] {
    return this.#rows;
  }

  resultOf(id: number): PlanResult | undefined {
    return this.#results.get(id);
  }

  /** Results by outcome; `none`: rows that were to run and have none. */
  outcomes(isLeftOut: (id: number) => boolean): ReadonlyMap<PlanResult['outcome'] | 'none', number> {
    const counts = new Map<PlanResult['outcome'] | 'none', number>();
    const count = (outcome: PlanResult['outcome'] | 'none') =>
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const { outcome } of this.#results.values()) count(outcome);
    for (const row of this.#rows)
      if (canRun(row) && !isLeftOut(row.id) && !this.#results.has(row.id)) count('none');
    return counts;
  }

  /** Rows of `sorted` that pass, in its order. */
  shown(sorted: readonly PlanRow[], { text, effect, outcome }: RowFilter): readonly PlanRow[] {
    const needle = text.trim().toLowerCase();
    if (needle === '' && effect === undefined && outcome === undefined) return sorted;
    const found: PlanRow[] = [];
    for (const row of sorted) {
      if (effect !== undefined && row.effect !== effect) continue;
      if (outcome !== undefined && (this.#results.get(row.id)?.outcome ?? 'none') !== outcome) continue;
      if (needle === '' || this.#texts[row.id]?.includes(needle) === true) found.push(row);
    }
    return found;
  }
}

/** True for a row that a run can carry out. */
export function canRun({ effect }: PlanRow): boolean {
  return runEffects.has(effect) || effect === 'would-lose';
}
