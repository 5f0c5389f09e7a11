import { expect, it } from 'vitest';
import { showRefusal } from './refused-start.ts';
import type { RefusedStart } from './refused-start.ts';
import type { Refused } from './switches.ts';

const inspect: Refused = { what: 'switch', name: 'inspect' };
const tomorrow: Refused = { what: 'variable', name: 'NODE_OF_TOMORROW' };

function tell(refused: Refused, start: Partial<RefusedStart> = {}) {
  const dialogs: (readonly [string, string])[] = [];
  const starts: { readonly args: readonly string[]; readonly environment: NodeJS.ProcessEnv }[] = [];
  showRefusal(refused, {
    platform: 'win32',
    environment: {},
    hasTerminal: false,
    showErrorBox: (...shown) => void dialogs.push(shown),
    startAgain: (args, environment) => void starts.push({ args, environment }),
    ...start,
  });
  return { dialogs, starts };
}

it('is a dialog where Chromium has not begun yet', () => {
  for (const platform of ['win32', 'darwin'] as const)
    expect(tell(inspect, { platform })).toEqual({
      dialogs: [
        [
          'Strongroom does not start',
          'The switch --inspect is refused, because it opens a debugger of the main process. Start it without.',
        ],
      ],
      starts: [],
    });
});

it('is left to a terminal where there is one', () => {
  for (const platform of ['win32', 'darwin', 'linux'] as const)
    expect(tell(inspect, { platform, hasTerminal: true })).toEqual({ dialogs: [], starts: [] });
});

it('is shown on Linux by another start, which gets nothing of what was refused', () => {
  const environment = {
    GIO_LAUNCHED_DESKTOP_FILE: '/usr/share/applications/strongroom.desktop',
    DISPLAY: ':1',
    HOME: '/home/ada',
    NODE_OF_TOMORROW: '1',
    LD_PRELOAD: '/x.so',
    VAULT_TOKEN: 'hvs.canary',
    GTK_MODULES: 'x',
  };
  expect(tell(tomorrow, { platform: 'linux', environment })).toEqual({
    dialogs: [],
    starts: [
      {
        args: ['--say-refused=variable:NODE_OF_TOMORROW'],
        environment: { DISPLAY: ':1', HOME: '/home/ada' },
      },
    ],
  });
});

it('opens nothing for a script on Linux, which reads what is written', () => {
  expect(tell(tomorrow, { platform: 'linux', environment: { DISPLAY: ':1' } })).toEqual({
    dialogs: [],
    starts: [],
  });
});
