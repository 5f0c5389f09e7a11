/** The settings that are preferences; changes apply at once, and main asks before any that weakens security. */
import type { Density, Preferences, Theme, TrayState } from '../../../shared/ipc/contract.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, type SelectOption } from '../../ui/select-field.tsx';
import type { Setting, SettingsSection } from './setting.ts';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const densities: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];
const clipboardSeconds = [10, 20, 30, 60, 120];
const lockMinutes = [0, 5, 15, 30, 60];

export interface ShownPreferences {
  readonly preferences: Preferences;
  readonly platform: string;
  /** State of the tray icon; undefined: not known. */
  readonly tray: TrayState | undefined;
}

/** Appearance, density, tray, clipboard and lock, with their current values. */
export function preferenceSettings(
  { preferences, platform, tray }: ShownPreferences,
  set: (change: Partial<Preferences>) => void,
): readonly SettingsSection[] {
  const { theme, density, clipboardSeconds: seconds, autoLockMinutes: minutes } = preferences;
  return [
    {
      id: 'appearance',
      title: 'Appearance',
      settings: [
        choice('Theme', '', theme, themes, (value) => set({ theme: value })),
        choice('Density', 'How much room menus, buttons and fields take.', density, densities, (value) =>
          set({ density: value }),
        ),
        check(
          'Show in the tray',
          preferences.tray && tray === 'no-host'
            ? 'This desktop shows no tray. On GNOME an extension adds one.'
            : 'A menu beside the clock: copy keys of favourites, lock, show the window.',
          preferences.tray,
          (on) => set({ tray: on }),
        ),
      ],
    },
    {
      id: 'clipboard',
      title: 'Clipboard',
      settings: [
        choice(
          'Clear a copied value',
          'Only if the clipboard still holds it; also when the app locks or quits.',
          String(seconds),
          withOther(clipboardSeconds, seconds).map((one) => ({
            value: String(one),
            label: `after ${String(one)} seconds`,
          })),
          (value) => set({ clipboardSeconds: Number(value) }),
        ),
      ],
    },
    {
      id: 'lock',
      title: 'Lock',
      settings: [
        choice(
          'Lock when idle',
          'Locking drops every token. Unsaved edits come back when you log in again.',
          String(minutes),
          withOther(lockMinutes, minutes).map((one) => ({ value: String(one), label: minutesWords(one) })),
          (value) => set({ autoLockMinutes: Number(value) }),
        ),
        check(
          'Lock with the system',
          'When it sleeps or locks its screen.',
          preferences.lockWithSystem,
          (on) => set({ lockWithSystem: on }),
        ),
        check(
          'Board while locked',
          'The lock screen offers the board, and a lock for inactivity shows it. Servers are asked for their health, without a token.',
          preferences.boardOnLock,
          (on) => set({ boardOnLock: on }),
        ),
        check(
          'Content protection',
          contentProtectionHint(platform),
          preferences.contentProtection,
          (on) => set({ contentProtection: on }),
          platform === 'linux',
        ),
        check(
          'Allow assistive tools to act without input',
          'Actions without a key press or click are no longer asked about. A broken page could act by itself.',
          preferences.actWithoutInput,
          (on) => set({ actWithoutInput: on }),
        ),
      ],
    },
  ];
}

function choice<V extends string>(
  label: string,
  hint: string,
  value: V,
  options: readonly (SelectOption & { readonly value: V })[],
  onValue: (value: V) => void,
): Setting {
  return {
    id: label,
    words: `${label} ${hint} ${options.map((option) => option.label).join(' ')}`,
    show: () => (
      <SelectField
        label={label}
        value={value}
        options={options}
        {...(hint === '' ? {} : { hint })}
        onValue={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      />
    ),
  };
}

function check(
  label: string,
  hint: string,
  checked: boolean,
  onChecked: (checked: boolean) => void,
  disabled = false,
): Setting {
  return {
    id: label,
    words: `${label} ${hint}`,
    show: () => (
      <Checkbox label={label} hint={hint} checked={checked} onChecked={onChecked} disabled={disabled} />
    ),
  };
}

function contentProtectionHint(platform: string): string {
  if (platform === 'linux') return 'Not available on Linux.';
  const hint = 'Screenshots, recordings and screen sharing do not show this window.';
  return platform === 'darwin' ? `${hint} Some newer Mac apps capture it all the same.` : hint;
}

/** The usual values, and a value set elsewhere. */
function withOther(usual: readonly number[], set: number): readonly number[] {
  return [...new Set([...usual, set])].sort((a, b) => a - b);
}

function minutesWords(minutes: number): string {
  if (minutes === 0) return 'never';
  return minutes === 1 ? 'after a minute' : `after ${String(minutes)} minutes`;
}
