/** Runs every case by both clients and lays the results side by side. */
import { cases } from './cases.ts';
import type { Case } from './cases.ts';
import { masked } from './masked.ts';
import type { Scene } from './scene.ts';
import type { Outcome } from './side.ts';

/** One row of the table and of `build/out/conformance.json`. */
export interface Comparison {
  readonly operation: string;
  readonly case: string;
  readonly hvac: string;
  readonly ours: string;
  readonly same: boolean;
  /** Set where the case is judged by the specification and not by hvac, and why. */
  readonly departure?: string;
}

/** Runs all cases, one after another, each by hvac and by ours. */
export async function compareAll(hvac: Scene, ours: Scene): Promise<readonly Comparison[]> {
  const rows: Comparison[] = [];
  for (const one of cases) rows.push(await compare(one, hvac, ours));
  return rows;
}

async function compare(one: Case, hvac: Scene, ours: Scene): Promise<Comparison> {
  const theirs = await one.run(hvac);
  const mine = await one.run(ours);
  const [left, right] = [inWords(theirs, hvac), inWords(mine, ours)];
  return {
    operation: one.operation,
    case: one.name,
    hvac: left,
    ours: right,
    same: one.departure === undefined ? left === right : one.departure.ours(mine),
    ...(one.departure === undefined ? {} : { departure: one.departure.why }),
  };
}

/** Outcomes as one comparable text; the names of a side's own mounts are told by their role. */
function inWords(outcomes: readonly Outcome[], scene: Scene): string {
  return outcomes
    .map((outcome) =>
      outcome.ok
        ? JSON.stringify(masked(outcome.value)) + (isRenamed(outcome) ? ` token: ${outcome.tokenAfter}` : '')
        : `error ${outcome.error}`,
    )
    .join(' · ')
    .replaceAll(scene.v1, 'kv1/')
    .replaceAll(scene.v2, 'kv2/')
    .replaceAll(/user-(?:hvac|ours)/g, 'user');
}

function isRenamed(outcome: Outcome & { readonly ok: true }): boolean {
  return outcome.tokenAfter === 'another' || outcome.tokenAfter === 'root';
}
