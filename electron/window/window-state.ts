/**
 * Remembers the window's place and zoom, in `window.json` of the data folder, for each set of screens: back at a
 * desk, the window opens in its place there. A place that no screen shows is not used.
 */
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import type { OwnFiles } from '../disk/own-files.ts';

/** Smallest useful size, in DIP. */
export const smallest = { width: 640, height: 480 } as const;

const defaultSize = { width: 1280, height: 800 } as const;

/** Place of a window. */
export interface WindowPlace {
  readonly bounds?: Rectangle;
  readonly maximized: boolean;
}

/** The last place, and those on every earlier set of screens, the latest last. */
export interface WindowState extends WindowPlace {
  /** 1 is 100 %, the default. */
  readonly zoom?: number;
  readonly onScreens?: readonly (WindowPlace & { readonly screens: string })[];
}

/** Used part of a screen: its place beside the others, and its area for windows; in DIP. */
export interface ScreenPlace {
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
}

export interface WindowStateStore {
  /** Options to open the window with on the present screens. */
  readonly opening: (
    screens: readonly ScreenPlace[],
  ) => Partial<Rectangle> & Pick<WindowState, 'maximized'> & { readonly zoom: number };
  /** Remembers the window's state at its close, for the screens present then. */
  readonly follow: (window: BrowserWindow, screens: () => readonly ScreenPlace[]) => void;
}

/** Remembered sets of screens: a desk, a meeting room, a train. */
const MOST_SETS = 12;

/** Opens the remembered state of a data folder. */
export function openWindowState(dataFolder: string, files: Pick<OwnFiles, 'open'>): WindowStateStore {
  const file = files.open<WindowState>({
    path: join(dataFolder, 'window.json'),
    version: 1,
    holds: 'The position of the window',
    parse: parseState,
    initial: { maximized: false },
  });
  return {
    opening: (screens) => {
      const { zoom = 1, onScreens = [], ...last } = file.value();
      const key = keyOf(screens);
      const { bounds, maximized } = onScreens.find((one) => one.screens === key) ?? last;
      return { ...placeOn(bounds, screens), maximized, zoom };
    },
    follow: (window, screens) => {
      window.on('close', () => {
        const factor = window.webContents.getZoomFactor();
        const place = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
        const key = keyOf(screens());
        const others = (file.value().onScreens ?? []).filter((one) => one.screens !== key);
        file.save({
          ...place,
          ...(Math.abs(factor - 1) < 0.01 ? {} : { zoom: factor }),
          onScreens: [...others, { screens: key, ...place }].slice(-MOST_SETS),
        });
      });
    },
  };
}

/** Names a set of screens by its geometry: systems renumber screens with every start. */
export function keyOf(screens: readonly ScreenPlace[]): string {
  const places = screens.map(
    ({ bounds: { x, y, width, height } }) => `${String(x)},${String(y)} ${String(width)}x${String(height)}`,
  );
  return places.sort().join('; ');
}

/** Bounds that are whole and reachable on one of the screens; only a size if the place is on none of them. */
export function placeOn(
  bounds: Rectangle | undefined,
  screens: readonly ScreenPlace[],
): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  const area = screens
    .map(({ workArea }) => workArea)
    .find((one) => bounds !== undefined && isReachable(bounds, one));
  const wanted = bounds ?? defaultSize;
  const largest = area ?? screens[0]?.workArea ?? wanted;
  const size = {
    width: Math.max(Math.min(wanted.width, largest.width), smallest.width),
    height: Math.max(Math.min(wanted.height, largest.height), smallest.height),
  };
  return area === undefined || bounds === undefined ? size : { ...size, x: bounds.x, y: bounds.y };
}

/** True if enough of the window's top edge lies on the screen to drag it. */
export function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return visible >= 100 && bounds.y >= area.y && bounds.y <= area.y + area.height - 40;
}

/** State in a file's data; undefined if it is invalid. */
export function parseState(data: unknown): WindowState | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const read: Partial<Record<keyof WindowState, unknown>> = data;
  const place = parsePlace(data);
  if (place === undefined) return undefined;
  const zoom = typeof read.zoom === 'number' && read.zoom >= 0.5 && read.zoom <= 3 ? read.zoom : undefined;
  const onScreens = Array.isArray(read.onScreens) ? read.onScreens.flatMap(parseOnScreens) : [];
  return {
    ...place,
    ...(zoom === undefined ? {} : { zoom }),
    ...(onScreens.length === 0 ? {} : { onScreens: onScreens.slice(-MOST_SETS) }),
  };
}

function parsePlace(data: unknown): WindowPlace | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { maximized, bounds: read }: Partial<Record<keyof WindowPlace, unknown>> = data;
  if (typeof maximized !== 'boolean') return undefined;
  const bounds = parseBounds(read);
  return { maximized, ...(bounds === undefined ? {} : { bounds }) };
}

function parseOnScreens(data: unknown): (WindowPlace & { readonly screens: string })[] {
  const place = parsePlace(data);
  if (place === undefined || typeof data !== 'object' || data === null || !('screens' in data)) return [];
  const { screens } = data;
  return typeof screens === 'string' && screens.length <= 500 ? [{ ...place, screens }] : [];
}

function parseBounds(data: unknown): Rectangle | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { x, y, width, height }: Partial<Record<keyof Rectangle, unknown>> = data;
  return isPixel(x) && isPixel(y) && isPixel(width) && isPixel(height) ? { x, y, width, height } : undefined;
}

function isPixel(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 100_000;
}
