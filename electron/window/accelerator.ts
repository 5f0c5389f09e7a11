/** Keys of the map in Electron's words. */

const names: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  shift: 'Shift',
  '←': 'Left',
  '→': 'Right',
  '↑': 'Up',
  '↓': 'Down',
  '↵': 'Enter',
};

/**
 * A key of the map as an accelerator, e.g. `CmdOrCtrl+Shift+F`; undefined for one that writes something or stands for
 * several: a menu must not take those from a field.
 */
export function acceleratorOf(keys: string): string | undefined {
  const words = keys.split(' ');
  const modified = words.some((word) => word === 'mod' || word === 'Ctrl' || word === 'Alt');
  if (keys.includes('…') || (!modified && !/^F\d+$/.test(words.at(-1) ?? ''))) return undefined;
  return words.map((word) => names[word] ?? word).join('+');
}
