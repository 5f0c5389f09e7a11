import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuCommandNames, menuCommands } from '../../shared/ipc/menu.ts';
import { menuTemplate } from './menu-template.ts';

const chosen: string[] = [];
const actions = {
  choose: (command: string, byHand: boolean) => void chosen.push(`${command} ${String(byHand)}`),
  choosePromptPhrase: () => void chosen.push('phrase'),
  showGuide: () => void chosen.push('guide'),
  copyDiagnostics: () => void chosen.push('diagnostics'),
  paste: (how: string) => void chosen.push(how),
};
const zoom = [{ label: 'Zoom In' }];
const systems = ['linux', 'win32', 'darwin'] as const;

const menuOf = (platform: NodeJS.Platform) => menuTemplate(platform, actions, zoom);
const below = ({ submenu }: MenuItemConstructorOptions) => (Array.isArray(submenu) ? submenu : []);
const all = (platform: NodeJS.Platform) => menuOf(platform).flatMap(below);
const titles = (platform: NodeJS.Platform) => menuOf(platform).map(({ label }) => label?.replace('&', ''));
/** Entries below a title: ids, else roles, labels and lines. */
const itemsOf = (platform: NodeJS.Platform, title: string) =>
  below(menuOf(platform).find(({ label }) => label?.replace('&', '') === title) ?? {}).map(
    ({ id, role, label, type }) => id ?? role ?? label ?? (type === 'separator' ? '-' : ''),
  );

describe.each(systems)('the menu on %s', (platform) => {
  it('has the menus of the system, in its order', () => {
    const usual = ['File', 'Edit', 'View', 'Go', 'Session', 'Window', 'Help'];
    expect(titles(platform)).toEqual(platform === 'darwin' ? ['Strongroom', ...usual] : usual);
  });

  it('has every command once, in the words and with the key of the one map, and dimmed until the page offers it', () => {
    const commands = all(platform).filter(({ id }) => id !== undefined && id in menuCommands);
    expect(commands.map(({ id }) => id).sort()).toEqual([...menuCommandNames].sort());
    for (const { id, label, enabled, accelerator, registerAccelerator } of commands) {
      expect(label).toBe(menuCommands[id as keyof typeof menuCommands].label);
      expect(enabled).toBe(false);
      // The page hears its keys first.
      if (accelerator !== undefined) expect(registerAccelerator).toBe(false);
    }
  });

  it('has nothing of Electron’s that reloads, opens developer tools or pastes unasked', () => {
    const roles = all(platform).flatMap(({ role }) => role ?? []);
    const theirs: readonly string[] = roles;
    for (const role of ['reload', 'forceReload', 'toggleDevTools', 'paste', 'pasteAndMatchStyle', 'close'])
      expect(theirs).not.toContain(role);
  });

  it('has no key twice', () => {
    const keys = all(platform).flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('begins the guide with F1 and the rest of Help by hand', () => {
    const help = below(menuOf(platform).find(({ label }) => label === '&Help') ?? {});
    chosen.length = 0;
    for (const { id, click } of help)
      if (id === 'guide' || id === 'phrase' || id === 'diagnostics') (click as () => void)();
    expect(chosen).toEqual(['guide', 'phrase', 'diagnostics']);
    const guide = help.find(({ id }) => id === 'guide');
    expect(guide).toMatchObject({ accelerator: 'F1' });
    expect(guide?.registerAccelerator).toBeUndefined();
  });
});

it('keeps to where each system has its settings, its end and its about box', () => {
  expect(itemsOf('darwin', 'Strongroom')).toEqual([
    ...['about', '-', 'settings', '-', 'lock', '-', 'services', '-'],
    ...['hide', 'hideOthers', 'unhide', '-', 'quit'],
  ]);
  expect(itemsOf('darwin', 'Window')).toEqual([
    'minimize',
    'zoom',
    '-',
    'previousTab',
    'nextTab',
    '-',
    'front',
  ]);
  expect(itemsOf('darwin', 'Help')).not.toContain('about');
  for (const platform of ['linux', 'win32'] as const) {
    expect(itemsOf(platform, 'File').slice(-5)).toEqual(['-', 'settings', 'lock', '-', 'quit']);
    expect(itemsOf(platform, 'Window')).toEqual(['minimize', '-', 'previousTab', 'nextTab']);
    expect(itemsOf(platform, 'Help').at(-1)).toBe('about');
  }
});

it('tells what was chosen by hand from what a key brought', () => {
  const lock = all('linux').find(({ id }) => id === 'lock');
  const click = lock?.click as (item: unknown, window: unknown, event: object) => void;
  chosen.length = 0;
  click(undefined, undefined, { triggeredByAccelerator: true });
  click(undefined, undefined, {});
  expect(chosen).toEqual(['lock false', 'lock true']);
});
