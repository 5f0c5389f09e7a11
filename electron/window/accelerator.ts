/** Key names in Electron's notation. */

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
 * A map key as an accelerator, e.g. `CmdOrCtrl+Shift+F`; undefined for one that types text or stands for several
 * keys: a menu must not take those from a field.
 */
export function acceleratorOf(keys: string): string | undefined {
  const words = keys.split(' ');
  const modified = words.some((word) => word === 'mod' || word === 'Ctrl' || word === 'Alt');
  if (keys.includes('…') || (!modified && !/^F\d+$/.test(words.at(-1) ?? ''))) return undefined;
  return words.map((word) => names[word] ?? word).join('+');
}
