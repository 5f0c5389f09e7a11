/** Zooming: the window's page and the prompt above it, always by the same factor. */
import { BrowserWindow, WebContentsView, type MenuItemConstructorOptions } from 'electron';

const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Items of the menu. Electron's own roles zoom only the focused contents, which can be a prompt. */
export function zoomItems(): MenuItemConstructorOptions[] {
  const item = (
    label: string,
    accelerator: string,
    next: (factor: number) => number,
  ): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => {
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      if (window !== undefined) zoom(window, next(window.webContents.getZoomFactor()));
    },
  });
  const zoomIn = item('Zoom In', 'CmdOrCtrl+Plus', (factor) => neighbour(factor, 1));
  return [
    item('Actual Size', 'CmdOrCtrl+0', () => 1),
    zoomIn,
    // The same key if plus needs Shift.
    { ...zoomIn, accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
    item('Zoom Out', 'CmdOrCtrl+-', (factor) => neighbour(factor, -1)),
  ];
}

/** The next factor up or down; the given one can lie between two of them. */
export function neighbour(factor: number, step: 1 | -1): number {
  const further = factors.filter((one) => (one - factor) * step > 0.01);
  return (step === 1 ? further[0] : further.at(-1)) ?? factor;
}

function zoom(window: Pick<BrowserWindow, 'webContents' | 'contentView'>, factor: number): void {
  window.webContents.setZoomFactor(factor);
  for (const view of window.contentView.children)
    if (view instanceof WebContentsView && !view.webContents.isDestroyed())
      view.webContents.setZoomFactor(factor);
}

/** Zooms a view above the window's page by the page's factor, from its first paint on. */
export function zoomLike(window: BrowserWindow, view: WebContentsView): void {
  view.webContents.on('did-navigate', () => {
    if (!window.isDestroyed()) view.webContents.setZoomFactor(window.webContents.getZoomFactor());
  });
}
