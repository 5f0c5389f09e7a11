import { KeyHint } from '../../ui/key-hint.tsx';
import { toned } from '../../ui/tone.ts';
import { keyMap } from '../../workspace/key-map.ts';
import type { SettingsSection } from './setting.ts';
import css from './settings.module.css';

/** Every shortcut of the key map. They are fixed. */
export const keySettings: SettingsSection = {
  id: 'keys',
  title: 'Keys',
  settings: Object.entries(keyMap).map(([id, { keys, says, where }]) => ({
    id: `key-${id}`,
    words: `${says} ${keys} ${where} shortcut keyboard`,
    show: () => (
      <div className={css['line']}>
        <span>{says}</span>
        <span className={toned('dim')}>{where}</span>
        <KeyHint keys={keys} />
      </div>
    ),
  })),
};
