/** Remembers where the window was and how large its text, in `window.json` of the data folder; a place no screen shows any more is forgotten. */
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import type { OwnFiles } from '../disk/own-files.ts';

/** Smallest useful size, in DIP. */
export const smallest = { width: 640, height: 480 } as const;

const defaultSize = { width: 1280, height: 800 } as const;

export interface WindowState {
  readonly bounds?: Rectangle;
  readonly maximized: boolean;
  /** 1 is 100 %, and so is none. */
  readonly zoom?: number;
}

export interface WindowStateStore {
  /** What to open the window with; `areas` are the work areas of the screens there are. */
  readonly opening: (
    areas: readonly Rectangle[],
  ) => Partial<Rectangle> & Pick<WindowState, 'maximized'> & { readonly zoom: number };
  /** Remembers the window as it is when it closes. */
  readonly follow: (window: BrowserWindow) => void;
}

/** Opens the remembered state of a data folder. */
export function openWindowState(dataFolder: string, files: Pick<OwnFiles, 'open'>): WindowStateStore {
  const file = files.open<WindowState>({
    path: join(dataFolder, 'window.json'),
    version: 1,
    holds: 'The place of the window',
    parse: parseState,
    initial: { maximized: false },
  });
  return {
    opening: (areas) => {
      const { bounds, maximized, zoom = 1 } = file.value();
      if (bounds === undefined) return { ...defaultSize, maximized, zoom };
      const size = {
        width: Math.max(bounds.width, smallest.width),
        height: Math.max(bounds.height, smallest.height),
      };
      return areas.some((area) => isReachable(bounds, area))
        ? { ...size, x: bounds.x, y: bounds.y, maximized, zoom }
        : { ...size, maximized, zoom };
    },
    follow: (window) => {
      window.on('close', () => {
        const zoom = window.webContents.getZoomFactor();
        file.save({
          ...{ bounds: window.getNormalBounds(), maximized: window.isMaximized() },
          ...(Math.abs(zoom - 1) < 0.01 ? {} : { zoom }),
        });
      });
    },
  };
}

/** Whether enough of the window's top edge lies on a screen for a person to take hold of it. */
export function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return visible >= 100 && bounds.y >= area.y && bounds.y <= area.y + area.height - 40;
}

/** The state that a file held; undefined when it is none. */
export function parseState(data: unknown): WindowState | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const read: { bounds?: unknown; maximized?: unknown; zoom?: unknown } = data;
  if (typeof read.maximized !== 'boolean') return undefined;
  const bounds = parseBounds(read.bounds);
  const zoom = typeof read.zoom === 'number' && read.zoom >= 0.5 && read.zoom <= 3 ? read.zoom : undefined;
  return {
    maximized: read.maximized,
    ...(bounds === undefined ? {} : { bounds }),
    ...(zoom === undefined ? {} : { zoom }),
  };
}

function parseBounds(data: unknown): Rectangle | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { x, y, width, height }: Partial<Record<keyof Rectangle, unknown>> = data;
  return isPixel(x) && isPixel(y) && isPixel(width) && isPixel(height) ? { x, y, width, height } : undefined;
}

function isPixel(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 100_000;
}
