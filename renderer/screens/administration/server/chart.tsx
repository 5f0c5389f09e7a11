import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { classes } from '../../../ui/classes.ts';
import { onThemeChange } from '../../../ui/theme-change.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { lineColours } from './line-colours.ts';
import css from './server.module.css';

export interface ChartLine {
  readonly name: string;
  readonly tone: 'accent' | 'warn' | 'danger';
  /** Null: not known. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly label: string;
  /** Seconds since 1970, one per value. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Values are whole numbers, and so are the ticks. */
  readonly counts?: boolean;
}

const HEIGHT = 130;
/** Shortest time span of the chart, in seconds: the first sample is at its end. */
const LEAST_SECONDS = 300;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lines over time, on a canvas. Their latest values are shown beside it as text. */
export function Chart({ label, times, lines, counts = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const plot = useRef<UPlot>(undefined);
  const tones = lines.map(({ tone }) => tone).join(' ');
  useEffect(() => {
    const place = box.current;
    if (place === null || width === 0) return undefined;
    const made = new UPlot(optionsOf({ place, width, tones: tones.split(' '), counts }), [[]], place);
    plot.current = made;
    const unfollow = onThemeChange(() => made.redraw(false));
    return () => {
      unfollow();
      made.destroy();
      plot.current = undefined;
    };
  }, [width, tones, counts]);
  useEffect(() => {
    // The chart would give a single sample a span of a whole day, so an empty point precedes the first.
    const start = Math.min(times[0] ?? 0, (times.at(-1) ?? 0) - LEAST_SECONDS);
    plot.current?.setData([[start, ...times], ...lines.map(({ values }) => [null, ...values])]);
  }, [times, lines, width, tones, counts]);
  return (
    <div ref={box} role="img" aria-label={`${label} over time`} className={css['chart']}>
      {Object.entries(lineColours).map(([colour, name]) => (
        <span key={colour} data-colour={colour} className={classes(css['probe'], name)} />
      ))}
    </div>
  );
}

interface Look extends Required<Pick<ChartProps, 'counts'>> {
  readonly place: HTMLElement;
  readonly width: number;
  readonly tones: readonly string[];
}

/** In seconds: the labels have minutes, and each is said once. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].map((count) => count * 60);
const whole = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];

function optionsOf({ place, width, tones, counts }: Look): UPlot.Options {
  const colour = (name: string) => (): string => {
    const probe = place.querySelector(`[data-colour="${name}"]`);
    return probe === null ? 'gray' : getComputedStyle(probe).color;
  };
  const axis = { stroke: colour('text'), font: '11px Inter Variable, sans-serif' };
  const lines = { stroke: colour('grid'), width: 1 };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    // Right padding holds half of the last time label.
    padding: [8, 18, 0, 0],
    scales: {
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.15 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        size: 24,
        incrs: minutes,
        values: (_plot, seconds) => seconds.map((at) => clock.format(at * 1000)),
      },
      { ...axis, grid: lines, ticks: { show: false }, size: 52, ...(counts ? { incrs: whole } : {}) },
    ],
    series: [
      {},
      ...tones.map((tone) => ({
        stroke: colour(tone),
        width: 1.5,
        // A single sample is a point, not a line yet.
        points: { show: (drawn: UPlot) => drawn.data[0].length < 4, size: 5, fill: colour(tone) },
      })),
    ],
  };
}
