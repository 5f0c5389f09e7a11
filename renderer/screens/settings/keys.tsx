import { KeyHint } from '../../ui/key-hint.tsx';
import { Text } from '../../ui/layout.tsx';
import { keyMap } from '../../workspace/key-map.ts';
import type { SettingsSection } from './setting.ts';
import { line } from './setting-line.tsx';

/** Every shortcut of the key map. They are fixed. */
export const keySettings: SettingsSection = {
  id: 'keys',
  title: 'Keyboard shortcuts',
  settings: Object.entries(keyMap).map(([id, { keys, says, where }]) =>
    line(
      `key-${id}`,
      `${says} ${keys} ${where} shortcut keyboard`,
      says,
      <Text tone="dim">{where === 'Anywhere' ? '' : where}</Text>,
      <KeyHint keys={keys} />,
    ),
  ),
};
