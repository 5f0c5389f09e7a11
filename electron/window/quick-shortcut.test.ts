import { expect, it } from 'vitest';
import { quickShortcuts } from '../../shared/ipc/quick-shortcut.ts';
import { keyMap } from '../../shared/ipc/key-map.ts';
import { acceleratorOf } from './accelerator.ts';
import { makeQuickShortcut } from './quick-shortcut.ts';

function setUp({ taken = [] as readonly string[], byPortal = false } = {}) {
  const registered = new Map<string, () => void>();
  let presses = 0;
  const key = makeQuickShortcut({
    system: {
      register: (accelerator, callback) => {
        if (taken.includes(accelerator)) return false;
        registered.set(accelerator, callback);
        return true;
      },
      unregister: (accelerator) => void registered.delete(accelerator),
    },
    byPortal,
    pressed: () => presses++,
  });
  return { key, registered, presses: () => presses };
}

it('registers nothing until a shortcut is chosen, and one at a time', () => {
  const { key, registered, presses } = setUp();
  key.set('off');
  expect([key.state(), registered.size]).toEqual(['off', 0]);
  key.set('mod shift Space');
  expect([key.state(), [...registered.keys()]]).toEqual(['on', ['CmdOrCtrl+Shift+Space']]);
  registered.get('CmdOrCtrl+Shift+Space')?.();
  expect(presses()).toBe(1);
  key.set('mod Alt K');
  expect([...registered.keys()]).toEqual(['CmdOrCtrl+Alt+K']);
  key.set('off');
  expect([key.state(), registered.size]).toEqual(['off', 0]);
});

it('says that the system refused a shortcut, and forgets it with the next one', () => {
  const { key } = setUp({ taken: ['CmdOrCtrl+Alt+Space'] });
  key.set('mod Alt Space');
  expect(key.state()).toBe('refused');
  key.set('mod shift K');
  expect(key.state()).toBe('on');
});

it('does not claim what only the desktop knows', () => {
  const { key } = setUp({ byPortal: true });
  key.set('mod shift Space');
  expect(key.state()).toBe('asked');
});

it('offers only keys with two modifiers, which type nothing and are none of the window’s own', () => {
  const own: readonly string[] = Object.values(keyMap).map(({ keys }) => keys);
  for (const keys of quickShortcuts.filter((one) => one !== 'off')) {
    const words = keys.split(' ');
    expect(words.slice(0, -1)).toHaveLength(2);
    expect(words[0]).toBe('mod');
    expect(acceleratorOf(keys)).toBeDefined();
    expect(own).not.toContain(keys);
  }
});
