/**
 * Rows of a plan as a table shows them: up to 100,000, filtered with every keystroke. Texts to filter by are folded
 * once when rows arrive; a longer text looks only through the rows that passed a shorter one.
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

/** Filtered rows of one order, for texts of which each is part of the next. */
interface Narrowed {
  readonly sorted: readonly PlanRow[];
  readonly effect: RowFilter['effect'];
  readonly outcome: RowFilter['outcome'];
  readonly steps: { readonly needle: string; readonly found: readonly PlanRow[] }[];
}

export class PlanRows {
  readonly #rows: PlanRow[] = [];
  /** By id. */
  readonly #texts: string[] = [];
  readonly #results = new Map<number, PlanResult>();
  readonly effects = new Map<PlanEffect, number>();
  #runnable = 0;
  #placed = 0;
  #noted = 0;
  /** Results that say something besides their outcome. */
  #told = 0;
  #narrowed: Narrowed | undefined;

  /** Takes a batch. Ids count from 0; a row that comes again takes the place of the one with its id. */
  add(rows: readonly PlanRow[]): void {
    for (const row of rows) {
      const before = this.#rows[row.id];
      if (before !== undefined) {
        this.effects.set(before.effect, (this.effects.get(before.effect) ?? 0) - 1);
        this.#count(before, -1);
      }
      this.#rows[row.id] = row;
      this.#texts[row.id] = (row.to === undefined ? row.from : `${row.from}\n${row.to}`).toLowerCase();
      this.effects.set(row.effect, (this.effects.get(row.effect) ?? 0) + 1);
      this.#count(row, 1);
    }
    this.#narrowed = undefined;
  }

  #count(row: PlanRow, by: 1 | -1): void {
    if (canRun(row)) this.#runnable += by;
    if (row.to !== undefined) this.#placed += by;
    if (row.reason !== undefined || (row.notes !== undefined && row.effect !== 'identical'))
      this.#noted += by;
  }

  /** A row tried again has a later result. */
  addResults(results: readonly PlanResult[]): void {
    for (const result of results) {
      this.#told += Number(tellsMore(result)) - Number(tellsMore(this.#results.get(result.id)));
      this.#results.set(result.id, result);
    }
    this.#narrowed = undefined;
  }

  /** Columns that some row needs, whatever the filter: known without looking at the rows at each keystroke. */
  get needs(): { readonly to: boolean; readonly result: boolean; readonly notes: boolean } {
    return { to: this.#placed > 0, result: this.#results.size > 0, notes: this.#noted + this.#told > 0 };
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
    const { steps } = this.#narrowedTo(sorted, effect, outcome);
    while (steps.length > 0 && !needle.includes(steps.at(-1)?.needle ?? '')) steps.pop();
    const before = steps.at(-1);
    if (before?.needle === needle) return before.found;
    const found: PlanRow[] = [];
    for (const row of before?.found ?? sorted) {
      if (before === undefined && effect !== undefined && row.effect !== effect) continue;
      if (before === undefined && outcome !== undefined && this.#outcomeOf(row) !== outcome) continue;
      if (needle === '' || this.#texts[row.id]?.includes(needle) === true) found.push(row);
    }
    steps.push({ needle, found });
    return found;
  }

  #narrowedTo(
    sorted: Narrowed['sorted'],
    effect: Narrowed['effect'],
    outcome: Narrowed['outcome'],
  ): Narrowed {
    const { sorted: order, effect: ofEffect, outcome: ofOutcome } = this.#narrowed ?? {};
    if (this.#narrowed === undefined || order !== sorted || ofEffect !== effect || ofOutcome !== outcome)
      this.#narrowed = { sorted, effect, outcome, steps: [] };
    return this.#narrowed;
  }

  #outcomeOf({ id }: PlanRow): PlanResult['outcome'] | 'none' {
    return this.#results.get(id)?.outcome ?? 'none';
  }
}

/** True for a row that a run can carry out. */
export function canRun({ effect }: PlanRow): boolean {
  return runEffects.has(effect) || effect === 'would-lose';
}

function tellsMore(result: PlanResult | undefined): boolean {
  return result?.reason !== undefined || result?.sourceStays === true;
}
