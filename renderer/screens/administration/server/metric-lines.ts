/** Turns metric samples into lines of a chart. */
import type { MetricsSample } from '../../../../shared/vault/metrics.ts';
import type { ChartLine } from './chart.tsx';

type Point = Partial<MetricsSample> & Pick<MetricsSample, 'atMs'>;

/** A longer pause between samples counts as a gap, in milliseconds. */
const GAP_MS = 35_000;

/** The samples with an empty point in every gap: a line must not bridge it. */
export function withGaps(looks: readonly MetricsSample[]): readonly Point[] {
  return looks.flatMap((look, at): readonly Point[] => {
    const before = looks[at - 1];
    return before !== undefined && look.atMs - before.atMs > GAP_MS
      ? [{ atMs: before.atMs + 1 }, look]
      : [look];
  });
}

/** One line; a value missing from a sample is a gap. */
export function lineOf(
  points: readonly Partial<MetricsSample>[],
  name: string,
  tone: ChartLine['tone'],
  valueOf: (point: Partial<MetricsSample>) => number | undefined,
): ChartLine {
  return { name, tone, values: points.map((point) => valueOf(point) ?? null) };
}
