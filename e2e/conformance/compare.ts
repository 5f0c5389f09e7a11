/**
 * Runs every case with both clients and judges it twice: do they match, on the wire and in their results, and do both
 * meet the specification? If the app must differ from hvac, each has its own expectation, and the row states the
 * reason.
 */
import { casesAt, expectationAt } from './case.ts';
import type { Case, Expectation, Result } from './case.ts';
import { cases as allCases } from './cases/index.ts';
import type { Product } from '../servers/index.ts';
import { looksAt } from './looks.ts';
import type { Look } from './looks.ts';
import { masked } from './masked.ts';
import { leaveGround, prepareGround, Scene } from './scene.ts';
import type { Step } from './scene.ts';
import type { Side } from './side.ts';
import type { Stage } from './stage.ts';

/** Actions of one client, in words. */
interface Told {
  readonly sent: readonly string[];
  readonly result: string;
}

/** One row of the table and of `build/out/conformance.json`. */
export interface Comparison {
  readonly operation: string;
  readonly case: string;
  /** Distinct calls of the app, in order. */
  readonly calls: readonly string[];
  /** Extra reads of the app (`looks.ts`). */
  readonly looks: readonly string[];
  readonly hvac: string;
  readonly ours: string;
  /** True if requests and results match, or differ exactly as `why` says. */
  readonly same: boolean;
  /** Deviations; empty if all is as expected. */
  readonly unexpected: readonly string[];
  /** Reasons why the app differs from hvac. */
  readonly why: readonly string[];
  /** Reasons for a difference from Vault. */
  readonly differs: readonly string[];
}

/** Creates fresh sides. */
export type MakeSides = () => { readonly hvac: Side; readonly ours: Side };

/** Runs all cases in sequence; the slow ones in parallel, with clients of their own. */
export async function compareAll(stage: Stage, make: MakeSides): Promise<readonly Comparison[]> {
  const cases = casesAt(stage.product, allCases);
  const rows = new Map<Case, Comparison>();
  const runAll = async (these: readonly Case[]): Promise<void> => {
    const { hvac, ours } = make();
    try {
      const grounds = { hvac: await prepareGround(stage, hvac), ours: await prepareGround(stage, ours) };
      try {
        for (const one of these) {
          const starting = runCase(one, new Scene(grounds.hvac), hvac);
          if (one.slow !== true) await starting;
          const mine = await runCase(one, new Scene(grounds.ours), ours);
          const theirs = await starting;
          rows.set(one, compare(stage.product, one, theirs, mine));
        }
      } finally {
        await Promise.all([leaveGround(grounds.hvac), leaveGround(grounds.ours)]);
      }
    } finally {
      await Promise.all([hvac.end(), ours.end()]);
    }
  };
  const isSlow = ({ slow }: Case): boolean => slow === true;
  await Promise.all([runAll(cases.filter((one) => !isSlow(one))), runAll(cases.filter(isSlow))]);
  return cases.flatMap((one) => rows.get(one) ?? []);
}

/** A case as run by one client; `broken` holds the error of a case that did not complete. */
interface Ran {
  readonly steps: readonly Step[];
  readonly broken: readonly string[];
}

async function runCase(one: Case, scene: Scene, side: Side): Promise<Ran> {
  try {
    return { steps: await one.run(scene), broken: [] };
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    return { steps: [], broken: [`${side.name}: could not be run: ${why}`] };
  } finally {
    await side.endCase();
  }
}

function compare(product: Product, one: Case, theirs: Ran, mine: Ran): Comparison {
  const known = looksAt(product, one.operation);
  const rows = one.expected.map((expected, at) =>
    compareStep(expectationAt(product, expected), theirs.steps[at], mine.steps[at], known),
  );
  const all = <T>(pick: (row: (typeof rows)[number]) => readonly T[]): readonly T[] => [
    ...new Set(rows.flatMap(pick)),
  ];
  const asMany = theirs.steps.length <= rows.length && mine.steps.length === rows.length;
  return {
    operation: one.operation,
    case: one.name,
    calls: [...new Set(mine.steps.flatMap(({ outcome }) => outcome.calls))],
    looks: all((row) => row.looks),
    hvac: rows
      .slice(0, Math.max(1, theirs.steps.length))
      .map(({ hvac }) => inWords(hvac))
      .join(' · '),
    ours: rows.map(({ ours }) => inWords(ours)).join(' · '),
    same: asMany && rows.every(({ same }) => same),
    unexpected: [...theirs.broken, ...mine.broken, ...all((row) => row.unexpected)],
    why: all((row) => row.why),
    differs: [...all((row) => row.differs), ...(one.only === undefined ? [] : [one.only.why])],
  };
}

function compareStep(
  { hvac: wantedOfHvac, ours: wantedOfOurs, why, differs }: Expectation,
  theirs: Step | undefined,
  mine: Step | undefined,
  known: readonly Look[],
) {
  const { sent, asked } = withoutLooks(mine?.lines ?? [], linesOf(wantedOfOurs), known);
  const hvac: Told = { sent: theirs?.lines ?? [], result: resultOf(theirs) };
  const ours: Told = { sent, result: resultOf(mine) };
  return {
    hvac,
    ours,
    looks: asked,
    same: (inWords(hvac) === inWords(ours)) === (why === undefined),
    unexpected: [
      ...faults('hvac', wantedOfHvac, theirs, hvac.sent),
      ...faults('ours', wantedOfOurs, mine, ours.sent),
    ],
    why: why === undefined ? [] : [why],
    differs: differs === undefined ? [] : [differs],
  };
}

/** Splits the operation's own requests from the extra reads. Unknown requests count as the operation's. */
function withoutLooks(
  lines: readonly string[],
  wanted: readonly string[],
  known: readonly Look[],
): { readonly sent: readonly string[]; readonly asked: readonly string[] } {
  const missing = [...wanted];
  const sent: string[] = [];
  const asked: string[] = [];
  for (const line of lines) {
    const at = missing.indexOf(line);
    if (at !== -1) missing.splice(at, 1);
    const look = at === -1 ? known.find((one) => one.line.test(line)) : undefined;
    if (look === undefined) sent.push(line);
    else asked.push(look.what);
  }
  return { sent, asked };
}

/** Deviations from the expectation, in sentences. */
function faults(
  who: string,
  expected: Result | 'not run',
  step: Step | undefined,
  sent: readonly string[],
): readonly string[] {
  if (expected === 'not run')
    return step === undefined ? [] : [`${who}: sent ${listed(sent)}, expected nothing more`];
  if (step === undefined) return [`${who}: was not run`];
  const { outcome } = step;
  const found: string[] = [];
  const wanted = linesOf(expected);
  if (sent.join('\n') !== wanted.join('\n'))
    found.push(`${who}: sent ${listed(sent)}, expected ${listed(wanted)}`);
  const error = outcome.ok ? undefined : outcome.error;
  if (error !== expected.fails)
    found.push(`${who}: ${resultOf(step)}, expected ${expected.fails ?? 'success'}`);
  if (!outcome.ok && outcome.afterSeconds !== expected.afterSeconds)
    found.push(`${who}: waited ${String(outcome.afterSeconds)} s`);
  if (outcome.ok && expected.gives !== undefined && !holds(masked(outcome.value), expected.gives))
    found.push(`${who}: ${resultOf(step)}, expected ${JSON.stringify(expected.gives)}`);
  return found;
}

function linesOf({ sends }: Result): readonly string[] {
  return [sends].flat();
}

function listed(lines: readonly string[]): string {
  return lines.length === 0 ? 'nothing' : lines.join('; ');
}

function inWords({ sent, result }: Told): string {
  return `${listed(sent)} ⇒ ${result}`;
}

function resultOf(step: Step | undefined): string {
  if (step === undefined) return 'nothing';
  const { outcome } = step;
  if (outcome.ok) return JSON.stringify(masked(outcome.value));
  return outcome.afterSeconds === undefined
    ? `error ${outcome.error}`
    : `error ${outcome.error} after ${String(outcome.afterSeconds)} s`;
}

/** True if a value contains at least the expected one; lists must match in length. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) || Array.isArray(value))
    return (
      Array.isArray(expected) &&
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, at) => holds(value[at], item))
    );
  return Object.entries(expected).every(
    ([key, member]) => key in value && holds((value as Readonly<Record<string, unknown>>)[key], member),
  );
}
