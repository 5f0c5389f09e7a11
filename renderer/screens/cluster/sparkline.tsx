import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { HISTORY_MS } from '../../../shared/vault/cluster.ts';
import type { RoundTrip } from '../../../shared/vault/cluster.ts';
import css from './cluster.module.css';

const WIDTH = 112;
const HEIGHT = 24;

/** Round trips of the last ten minutes as a line on a canvas, in its text colour; a gap for each missing answer. */
export default function Sparkline({ trips }: { readonly trips: readonly RoundTrip[] }) {
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
          x: { time: false, range: () => [-HISTORY_MS / 1000, 0] },
          y: { range: (_plot, _least, most) => [0, Math.max(most, 1)] },
        },
        series: [{}, { stroke: colour, width: 1.5, points: { show: false }, spanGaps: false }],
      },
      [[], []],
      element,
    );
    chart.current = plot;
    return () => {
      plot.destroy();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const nowMs = trips.at(-1)?.atMs ?? 0;
    chart.current?.setData([
      trips.map(({ atMs }) => (atMs - nowMs) / 1000),
      trips.map(({ roundTripMs }) => roundTripMs),
    ]);
  }, [trips]);
  return <span ref={box} className={css['spark']} aria-hidden="true" />;
}
