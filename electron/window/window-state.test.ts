import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnFiles } from '../disk/own-files.ts';
import { isReachable, keyOf, openWindowState, parseState, placeOn } from './window-state.ts';
import type { ScreenPlace } from './window-state.ts';

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

function screenAt(x: number, y: number, width: number, height: number): ScreenPlace {
  return { bounds: { x, y, width, height }, workArea: { x, y: y + 30, width, height: height - 30 } };
}

const laptop = screenAt(0, 0, 1440, 900);
const beside = screenAt(1440, -200, 2560, 1440);

describe('placeOn', () => {
  it.each<[string, Rectangle | undefined, readonly ScreenPlace[], object]>([
    [
      'a place on its screen',
      { x: 1500, y: 0, width: 1280, height: 800 },
      [laptop, beside],
      { x: 1500, y: 0 },
    ],
    ['a place on no screen', { x: 1500, y: 0, width: 1280, height: 800 }, [laptop], { x: undefined }],
    ['none', undefined, [laptop], { width: 1280, height: 800, x: undefined }],
    [
      'one larger than its screen',
      { x: 0, y: 30, width: 2560, height: 1440 },
      [laptop],
      { width: 1440, height: 870 },
    ],
    ['none on a small screen', undefined, [screenAt(0, 0, 1024, 600)], { width: 1024, height: 570 }],
    ['no screen at all', undefined, [], { width: 1280, height: 800 }],
  ])('of %s', (_what, bounds, screens, place) => {
    const placed = placeOn(bounds, screens);
    for (const [name, value] of Object.entries(place)) expect(placed[name as keyof Rectangle]).toBe(value);
  });
});

describe('the state of the window', () => {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-window-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const files = createOwnFiles(expect.unreachable, () => expect.unreachable());
  const open = () => openWindowState(folder, files);

  function closeAt(bounds: Rectangle, screens: readonly ScreenPlace[], maximized = false): void {
    const window = Object.assign(new EventEmitter(), {
      getNormalBounds: () => bounds,
      isMaximized: () => maximized,
      webContents: { getZoomFactor: () => 1 },
    });
    open().follow(window as unknown as BrowserWindow, () => screens);
    window.emit('close');
  }

  it('is kept for each set of screens, whatever their order', () => {
    const area = { x: 1600, y: 0, width: 1500, height: 1000 };
    const train = { x: 10, y: 40, width: 900, height: 700 };
    closeAt(area, [laptop, beside], true);
    closeAt(train, [laptop]);
    expect(open().opening([beside, laptop])).toEqual({ ...area, maximized: true, zoom: 1 });
    expect(open().opening([laptop])).toEqual({ ...train, maximized: false, zoom: 1 });
    // Unknown screens: the last place, if it is on one of them.
    expect(open().opening([screenAt(0, 0, 1920, 1080)])).toMatchObject(train);
    expect(open().opening([screenAt(5000, 0, 1920, 1080)])).toEqual({
      width: 900,
      height: 700,
      maximized: false,
      zoom: 1,
    });
  });

  it('forgets the set of screens of longest ago', () => {
    const at = (number: number) => [screenAt(0, 0, 1000 + number, 900)];
    for (let number = 0; number <= 12; number++)
      closeAt({ x: number, y: 30, width: 900, height: 700 }, at(number));
    expect(open().opening(at(0)).x).toBe(12);
    expect(open().opening(at(1)).x).toBe(1);
  });

  it('knows a set by where its screens lie', () => {
    expect(keyOf([laptop, beside])).toBe('0,0 1440x900; 1440,-200 2560x1440');
  });
});

describe('parseState', () => {
  it('takes what it wrote', () => {
    const state = { bounds: { x: 1, y: 2, width: 1280, height: 800 }, maximized: true };
    expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    const many = { ...state, onScreens: [{ screens: '0,0 1440x900', ...state }] };
    expect(parseState(JSON.parse(JSON.stringify(many)))).toEqual(many);
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
    for (const onScreens of ['x', [1], [{ screens: 1, maximized: true }], [{ screens: 'x' }]])
      expect(parseState({ maximized: false, onScreens })).toEqual({ maximized: false });
    for (const zoom of ['1', 0, 30, null])
      expect(parseState({ maximized: false, zoom })).toEqual({ maximized: false });
    for (const data of [null, 1, 'x', [], {}]) expect(parseState(data)).toBeUndefined();
  });
});
