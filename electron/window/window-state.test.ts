import { describe, expect, it } from 'vitest';
import { isReachable, parseState } from './window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

describe('isReachable', () => {
  it.each([
    [{ x: 0, y: 0, width: 1280, height: 800 }, true],
    [{ x: 1800, y: 100, width: 1280, height: 800 }, true],
    [{ x: 1850, y: 100, width: 1280, height: 800 }, false],
    [{ x: -1200, y: 100, width: 1280, height: 800 }, false],
    [{ x: 100, y: -20, width: 1280, height: 800 }, false],
    [{ x: 100, y: 1070, width: 1280, height: 800 }, false],
    [{ x: 4000, y: 100, width: 1280, height: 800 }, false],
  ])('of %j is %s', (bounds, reachable) => {
    expect(isReachable(bounds, screen)).toBe(reachable);
  });
});

describe('parseState', () => {
  it('takes what it wrote', () => {
    const state = { bounds: { x: 1, y: 2, width: 1280, height: 800 }, maximized: true };
    expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    const zoomed = { ...state, zoom: 1.5 };
    expect(parseState(JSON.parse(JSON.stringify(zoomed)))).toEqual(zoomed);
  });

  it('forgets bounds that are none, and a state that is none', () => {
    expect(parseState({ bounds: { x: 1, y: 2, width: 'wide', height: 800 }, maximized: false })).toEqual({
      maximized: false,
    });
    expect(parseState({ bounds: { x: 1e9, y: 2, width: 10, height: 800 }, maximized: false })).toEqual({
      maximized: false,
    });
    for (const zoom of ['1', 0, 30, null])
      expect(parseState({ maximized: false, zoom })).toEqual({ maximized: false });
    for (const data of [null, 1, 'x', [], {}]) expect(parseState(data)).toBeUndefined();
  });
});
