import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goodInputs } from '../../electron/ipc/calls/good-inputs.fixture.ts';
import { callsOfScreens, importsOf } from './screens.ts';

const root = join(import.meta.dirname, '../..');

describe('conformance', () => {
  it('reaches the app by its calls and by nothing else', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const imported = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => importsOf(join(import.meta.dirname, file)))
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith('electron/') || file.startsWith('renderer/'));
    expect([...new Set(imported)]).toEqual(['electron/ipc/calls/services.fixture.ts']);
  });

  it('knows which calls the window makes', () => {
    expect([...callsOfScreens()].filter((name) => !Object.hasOwn(goodInputs, name))).toEqual([]);
    expect(callsOfScreens().size).toBeGreaterThan(180);
    // A call of the contract without a screen: it measures the cost of the bridge.
    expect(callsOfScreens().has('app.noop')).toBe(false);
  });
});
