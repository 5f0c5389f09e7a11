import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { RoundTrip } from '../../../shared/vault/cluster.ts';
import { onThemeChange } from '../../ui/theme-change.ts';
import css from './cluster.module.css';

const WIDTH = 112;
const HEIGHT = 24;

export interface SparklineProps {
  readonly trips: readonly RoundTrip[];
  /** Start of the line, milliseconds since 1970. */
  readonly fromMs: number;
  /** Time that its width stands for. */
  readonly spanMs: number;
}

/** Round trips as a line on a canvas that grows from the left, in its text colour; a gap for each missing answer. */
export default function Sparkline({ trips, fromMs, spanMs }: SparklineProps) {
  const box = useRef<HTMLSpanElement>(null);
  const chart = useRef<uPlot>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const colour = (): string => getComputedStyle(element).color;
    const plot = new uPlot(
      {
        width: WIDTH,
        height: HEIGHT,
        padding: [2, 2, 2, 2],
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [0, 1] },
          y: { range: (_plot, _least, most) => [0, Math.max(most, 1)] },
        },
        series: [{}, { stroke: colour, width: 1.5, points: { show: false }, spanGaps: false }],
      },
      [[], []],
      element,
    );
    chart.current = plot;
    const unfollow = onThemeChange(() => plot.redraw(false));
    return () => {
      unfollow();
      plot.destroy();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setData([
      trips.map(({ atMs }) => (atMs - fromMs) / spanMs),
      trips.map(({ roundTripMs }) => roundTripMs),
    ]);
  }, [trips, fromMs, spanMs]);
  return <span ref={box} className={css['spark']} aria-hidden="true" />;
}
