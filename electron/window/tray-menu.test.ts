import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../e2e/attacks/hostile-texts.ts';
import { isDisplayName } from '../../shared/vault/display-name.ts';
import { trayMenu } from './tray-menu.ts';
import type { TrayFavourite } from './tray-menu.ts';

const done: string[] = [];
const actions = {
  copy: ({ path, key }: TrayFavourite) => void done.push(`copy ${path} ${key}`),
  lock: () => void done.push('lock'),
  showWindow: () => void done.push('show'),
};
const favourite = (path: string, key = 'password', sessionId = 's'): TrayFavourite => ({
  sessionId,
  sessionName: `Server ${sessionId}`,
  mount: 'secret/',
  path,
  key,
});
const menu = (favourites: readonly TrayFavourite[], locked = false) =>
  trayMenu({ locked, asking: false, favourites }, actions);
const labels = (items: readonly MenuItemConstructorOptions[]) =>
  items.map(({ label, type }) => label ?? type ?? '');
const below = ({ submenu }: MenuItemConstructorOptions) => (Array.isArray(submenu) ? submenu : []);

describe('the menu of the tray', () => {
  it('copies favourites, locks and shows the window', () => {
    const items = menu([favourite('team/database'), favourite('mail', 'token')]);
    expect(labels(items)).toEqual([
      ...['Copy database › password', 'Copy mail › token', 'separator', 'Lock now', 'Show window'],
    ]);
    done.length = 0;
    for (const { click } of items) (click as (() => void) | undefined)?.();
    expect(done).toEqual(['copy team/database password', 'copy mail token', 'lock', 'show']);
  });

  it('has a menu for each session where there are several, and says so where there is nothing to copy', () => {
    const items = menu([favourite('a'), favourite('b', 'k', 't')]);
    expect(labels(items).slice(0, 2)).toEqual(['Server s', 'Server t']);
    expect(items.slice(0, 2).map((item) => labels(below(item)))).toEqual([
      ['Copy a › password'],
      ['Copy b › k'],
    ]);
    expect(menu([])[0]).toEqual({ label: 'No favourite has a key to copy', enabled: false });
  });

  it('leads to the question of a program first, and names none', () => {
    const items = trayMenu({ locked: false, asking: true, favourites: [favourite('mail')] }, actions);
    expect(labels(items).slice(0, 3)).toEqual(['Answer a program…', 'separator', 'Copy mail › password']);
    done.length = 0;
    (items[0]?.click as () => void)();
    expect(done).toEqual(['show']);
    expect(labels(trayMenu({ locked: true, asking: true, favourites: [] }, actions))).toEqual(['Unlock…']);
  });

  it('only unlocks a locked app, whatever it had', () => {
    const items = menu([favourite('team/database')], true);
    expect(labels(items)).toEqual(['Unlock…']);
    done.length = 0;
    (items[0]?.click as () => void)();
    expect(done).toEqual(['show']);
  });

  it('shows names that nobody can take for something else', () => {
    const [item] = menu([favourite('x/a&b\u202edlo', `k${'y'.repeat(200)}`)]);
    expect(item?.label).toMatch(/^Copy a&&b\ufffddlo › ky+…$/);
  });

  it('hides nothing that a server has named @marked', () => {
    for (const text of hostileTexts) {
      const [item] = menu([{ ...favourite(text.replaceAll('/', '∕')), sessionName: text, key: text }]);
      expect(item?.label).toMatch(/^Copy ./);
      expect(isDisplayName(item?.label ?? '')).toBe(true);
    }
  });
});
