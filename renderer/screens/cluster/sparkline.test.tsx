import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Sparkline from './sparkline.tsx';

interface Drawn {
  readonly width: number;
  readonly xRange: () => readonly number[];
  readonly spanGaps: boolean | undefined;
  readonly data: readonly (readonly (number | null)[])[];
  readonly times: number;
}

const drawn = vi.hoisted<{ latest: Partial<Drawn> }>(() => ({ latest: {} }));

// jsdom has no canvas.
vi.mock('uplot', () => ({
  default: class {
    constructor({ width, scales, series }: { width: number; scales: never; series: never }) {
      const { x } = scales as { x: { range: Drawn['xRange'] } };
      const [, line] = series as [unknown, { spanGaps?: boolean }];
      drawn.latest = { width, xRange: x.range, spanGaps: line.spanGaps, times: 1 };
    }
    setData(data: Drawn['data']) {
      drawn.latest = { ...drawn.latest, data };
    }
    redraw() {
      drawn.latest = { ...drawn.latest, times: (drawn.latest.times ?? 0) + 1 };
    }
    destroy() {
      drawn.latest = {};
    }
  },
}));

beforeEach(() => {
  const nothing = (): void => undefined;
  vi.stubGlobal('matchMedia', () => ({ addEventListener: nothing, removeEventListener: nothing }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('grows from the left over the time that its width stands for, with a gap for a missing answer', () => {
  const trips = [
    { atMs: 1_000, roundTripMs: 3 },
    { atMs: 16_000, roundTripMs: null },
    { atMs: 31_000, roundTripMs: 4 },
  ];
  const { rerender, unmount } = render(<Sparkline trips={trips} fromMs={1_000} spanMs={60_000} />);
  expect(drawn.latest.xRange?.()).toEqual([0, 1]);
  expect(drawn.latest.spanGaps).toBe(false);
  expect(drawn.latest.data).toEqual([
    [0, 0.25, 0.5],
    [3, null, 4],
  ]);
  // Twice the time: the same trips take half of the width.
  rerender(<Sparkline trips={trips} fromMs={1_000} spanMs={120_000} />);
  expect(drawn.latest.data?.[0]).toEqual([0, 0.125, 0.25]);
  unmount();
  expect(drawn.latest).toEqual({});
});

it('is drawn again in the colours of another theme', async () => {
  render(<Sparkline trips={[]} fromMs={0} spanMs={60_000} />);
  expect(drawn.latest.times).toBe(1);
  document.documentElement.dataset['theme'] = 'light';
  await waitFor(() => expect(drawn.latest.times).toBe(2));
});
