/**
 * Pictures of the window as the user sees it. Playwright captures one page at a time; the trusted view covers the
 * app's page with a transparent background, so its picture is composited onto the other one, pixel by pixel.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';

/** Captures the app's page, with the trusted view over it if present, and writes a PNG. */
export async function takePicture(file: string, page: Page, trusted?: Page): Promise<void> {
  const below = PNG.sync.read(await shotOf(page, false));
  if (trusted) lay(PNG.sync.read(await shotOf(trusted, true)), below);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, PNG.sync.write(below));
}

/** The painted pixels. Playwright would crop a zoomed page: it measures in the page's own pixels. */
async function shotOf(page: Page, omitBackground: boolean): Promise<Buffer> {
  if ((await page.evaluate(() => devicePixelRatio)) === 1)
    return page.screenshot({ animations: 'disabled', caret: 'hide', omitBackground });
  const session = await page.context().newCDPSession(page);
  const color = { r: 0, g: 0, b: 0, a: 0 };
  if (omitBackground) await session.send('Emulation.setDefaultBackgroundColorOverride', { color });
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  if (omitBackground) await session.send('Emulation.setDefaultBackgroundColorOverride', {});
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Source-over compositing of `above` on an opaque `below`, in place. Sizes must match. */
function lay(above: PNG, below: PNG): void {
  if (above.width !== below.width || above.height !== below.height) {
    throw new Error(
      `the trusted view is ${above.width}×${above.height}, the window ${below.width}×${below.height}`,
    );
  }
  for (let at = 0; at < below.data.length; at += 4) {
    const alpha = (above.data[at + 3] ?? 0) / 255;
    for (let channel = at; channel < at + 3; channel++) {
      below.data[channel] = Math.round(
        (above.data[channel] ?? 0) * alpha + (below.data[channel] ?? 0) * (1 - alpha),
      );
    }
  }
}
