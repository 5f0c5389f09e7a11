import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { possibleFormats } from './formats.mjs';

let tools: string;
beforeEach(() => {
  tools = mkdtempSync(join(tmpdir(), 'strongroom-appimage-'));
  vi.stubEnv('APPIMAGE_TOOLS_PATH', tools);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(tools, { recursive: true });
});

it('makes an AppImage where a folder holds all that it takes, and says what is missing', async () => {
  mkdirSync(join(tools, 'runtimes'));
  mkdirSync(join(tools, 'lib', 'x64'), { recursive: true });
  for (const name of ['mksquashfs', 'desktop-file-validate']) writeFileSync(join(tools, name), '');
  const { formats, absent } = await possibleFormats();
  expect(formats).not.toContain('AppImage');
  expect(absent.join()).toContain(
    `AppImage is left out: ${tools}, which APPIMAGE_TOOLS_PATH names, lacks runtimes/runtime-x64.`,
  );
  writeFileSync(join(tools, 'runtimes', 'runtime-x64'), '');
  expect((await possibleFormats()).formats).toContain('AppImage');
});
