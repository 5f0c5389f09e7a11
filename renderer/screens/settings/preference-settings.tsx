/** The settings that are preferences; changes apply at once, and main asks before any that weakens security. */
import type { Preferences, TrayState } from '../../../shared/ipc/contract.ts';
import { quickShortcuts, type QuickAccessState } from '../../../shared/ipc/quick-shortcut.ts';
import { longestReminderName, usualReminderNames } from '../../../shared/vault/reminders.ts';
import type { ReminderNames } from '../../../shared/vault/reminders.ts';
import { choice } from '../../ui/choice-field.tsx';
import { bound, field, type Field } from '../../ui/fields.tsx';
import { shortcut } from '../../ui/key-hint.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SettingsSection } from './setting.ts';

const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

const shortcuts = quickShortcuts.map((value) => ({
  value,
  label: value === 'off' ? 'Off' : shortcut(value),
}));

/** A field with its label, and what else finds it. */
type Preference = readonly [label: string, words: string, shown: Field<Preferences>];

export interface ShownPreferences {
  readonly preferences: Preferences;
  readonly platform: string;
  /** State of the tray icon; undefined: not known. */
  readonly tray: TrayState | undefined;
  /** State of the global shortcut; undefined: not known. */
  readonly quickAccess: QuickAccessState | undefined;
}

/** Appearance, density, tray, clipboard and lock, with their current values. */
export function preferenceSettings(
  { preferences, platform, tray, quickAccess }: ShownPreferences,
  set: (change: Partial<Preferences>) => void,
): readonly SettingsSection[] {
  const section = (id: string, title: string, fields: readonly Preference[]): SettingsSection => ({
    id,
    title,
    settings: fields.map(([label, words, { show }]) => ({
      id: label,
      words: `${label} ${words}`,
      show: () => show(preferences, set),
    })),
  });
  return [
    section('appearance', 'Appearance', [
      oneOf('theme', 'Theme', themes),
      oneOf('density', 'Density', densities, 'How much room menus, buttons and fields take.'),
      check(
        'tray',
        'Show in the tray',
        preferences.tray && tray === 'no-host'
          ? 'This desktop shows no tray. On GNOME an extension adds one.'
          : 'A menu beside the clock: copy keys of favourites, lock, show the window.',
      ),
      oneOf('quickAccess', 'Quick access', shortcuts, quickAccessHint(quickAccess)),
    ]),
    section('clipboard', 'Clipboard', [
      number(
        'clipboardSeconds',
        'Clear a copied value',
        withOther([10, 20, 30, 60, 120], preferences.clipboardSeconds),
        (seconds) => `after ${String(seconds)} seconds`,
        'Also when the app locks or quits. What was copied later stays.',
      ),
    ]),
    section('lock', 'Lock', [
      number(
        'autoLockMinutes',
        'Lock when idle',
        withOther([0, 5, 15, 30, 60], preferences.autoLockMinutes),
        minutesWords,
        'Locking drops every token. Unsaved edits come back when you log in again.',
      ),
      check('lockWithSystem', 'Lock with the system', 'When it sleeps or locks its screen.'),
      check(
        'boardOnLock',
        'Board while locked',
        'On the lock screen, and at once after a lock for inactivity. Servers are asked for their health, without a token.',
      ),
      check('contentProtection', 'Content protection', contentProtectionHint(platform), platform === 'linux'),
      check(
        'actWithoutInput',
        'Allow assistive tools to act without input',
        'Skips the confirmation for actions without a key press or click.',
      ),
    ]),
    section('programs', 'Programs', [
      check(
        'programs',
        'Let programs ask for secrets',
        '“strongroom run” gives a program what you agree to. Each request is a question.',
      ),
      check(
        'programsRememberProduction',
        'Remember a yes for production',
        'Otherwise each request to a production connection is a question.',
      ),
      check(
        'programsLog',
        'Write a log of requests to disk',
        'Programs, references and outcomes, without values: programs.log in the data folder.',
      ),
    ]),
    section('reminders', 'Reminders', [
      reminder('owner', 'Owner', 'Fields of custom metadata that folders, Home and the tree understand.'),
      reminder('expires', 'Expires', 'A date, or a date with a time: 2027-01-31.'),
      reminder('rotateAfter', 'Rotate after', 'A date, or a time after the current version: 90d.'),
    ]),
    section('jobs', 'Jobs', [
      number(
        'jobRequests',
        'Requests at a time',
        withOther([1, 2, 4, 8, 16, 32], preferences.jobRequests),
        (requests) => (requests === 1 ? 'one' : `at most ${String(requests)}`),
        'Searches and plans send fewer when a server slows or refuses.',
      ),
    ]),
  ];
}

type KeyOf<V> = { [K in keyof Preferences]: Preferences[K] extends V ? K : never }[keyof Preferences];

function oneOf<K extends 'theme' | 'density' | 'quickAccess'>(
  key: K,
  label: string,
  options: readonly { readonly value: Preferences[K]; readonly label: string }[],
  hint?: string,
): Preference {
  const words = options.map((option) => option.label).join(' ');
  return [label, `${hint ?? ''} ${words}`, choice<Preferences, K>(key, label, options, { hint })];
}

function check(key: KeyOf<boolean>, label: string, hint: string, disabled = false): Preference {
  return [label, hint, field.check(key, label, { hint, disabled })];
}

function number(
  key: KeyOf<number>,
  label: string,
  numbers: readonly number[],
  wordsOf: (value: number) => string,
  hint: string,
): Preference {
  const shown = bound<Preferences>(key, (value, put) => (
    <SelectField
      label={label}
      hint={hint}
      value={String(value)}
      options={numbers.map((one) => ({ value: String(one), label: wordsOf(one) }))}
      onValue={(next) => put(Number(next))}
    />
  ));
  return [label, `${hint} ${numbers.map(wordsOf).join(' ')}`, shown];
}

/** Name of a field of custom metadata, changed once it is left; the usual one if it is empty. */
function reminder(key: keyof ReminderNames, label: string, hint: string): Preference {
  const shown = bound<Preferences>('reminderNames', (value, put) => {
    const names = value as ReminderNames;
    const change = (text: string): void => {
      if (text.trim() !== names[key]) put({ ...names, [key]: text.trim() || usualReminderNames[key] });
    };
    return (
      <TextField
        key={names[key]}
        mono
        label={label}
        hint={hint}
        defaultValue={names[key]}
        maxLength={longestReminderName}
        onBlur={({ target }) => change(target.value)}
        onKeyDown={({ key: pressed, currentTarget }) => {
          if (pressed === 'Enter') change(currentTarget.value);
        }}
      />
    );
  });
  return [label, `${hint} metadata due`, shown];
}

function quickAccessHint(state: QuickAccessState | undefined): string {
  switch (state) {
    case 'refused':
      return 'The system refused this shortcut: another program has it. Choose another one.';
    case 'asked':
      return 'The desktop decides: allow the shortcut there, or assign it in the desktop’s settings.';
    default:
      return 'A shortcut that copies a key from any program: press it, type a name, Enter.';
  }
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
