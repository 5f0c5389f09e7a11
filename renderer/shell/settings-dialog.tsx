import { useQuery } from '@tanstack/react-query';
import { appInfoQuery, preferencesQuery, useSetPreferences } from '../api/app.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import css from './shell.module.css';

const clipboardSeconds = [10, 20, 30, 60, 120];
const lockMinutes = [0, 5, 15, 30, 60];

/** When the app locks itself and how long a copied value stays; every change holds at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const preferences = useQuery(preferencesQuery()).data;
  const platform = useQuery(appInfoQuery()).data?.platform;
  const { mutate } = useSetPreferences();
  if (preferences === undefined || platform === undefined) return null;
  const {
    clipboardSeconds: seconds,
    autoLockMinutes: minutes,
    lockWithSystem,
    contentProtection,
    actWithoutInput,
  } = preferences;
  return (
    <Dialog open title="Settings" onClose={onClose}>
      <div className={css['settings']}>
        <SelectField
          label="Lock when it has not been used"
          hint="Locking drops every token. Unsaved edits come back when you log in again."
          value={String(minutes)}
          options={withOther(lockMinutes, minutes).map((one) => ({
            value: String(one),
            label: minutesWords(one),
          }))}
          onValue={(value) => {
            mutate({ autoLockMinutes: Number(value) });
          }}
        />
        <Checkbox
          label="Lock with the system"
          hint="When it sleeps or locks its screen."
          checked={lockWithSystem}
          onChecked={(checked) => {
            mutate({ lockWithSystem: checked });
          }}
        />
        <Checkbox
          label="Content protection"
          hint={contentProtectionHint(platform)}
          checked={contentProtection}
          disabled={platform === 'linux'}
          onChecked={(checked) => {
            mutate({ contentProtection: checked });
          }}
        />
        <Checkbox
          label="Allow assistive tools to act without input"
          hint="Actions without a key press or click are no longer asked about. A broken page could act by itself."
          checked={actWithoutInput}
          onChecked={(checked) => {
            mutate({ actWithoutInput: checked });
          }}
        />
        <SelectField
          label="Clear a copied value"
          hint="Only if the clipboard still holds it; also when the app locks or quits."
          value={String(seconds)}
          options={withOther(clipboardSeconds, seconds).map((one) => ({
            value: String(one),
            label: `after ${String(one)} seconds`,
          }))}
          onValue={(value) => {
            mutate({ clipboardSeconds: Number(value) });
          }}
        />
      </div>
    </Dialog>
  );
}

function contentProtectionHint(platform: string): string {
  if (platform === 'linux') return 'Not available on Linux.';
  const hint = 'Screenshots, recordings and screen sharing do not show this window.';
  return platform === 'darwin' ? `${hint} Some newer Mac apps capture it all the same.` : hint;
}

/** The usual values, and the one that was set elsewhere. */
function withOther(usual: readonly number[], set: number): readonly number[] {
  return [...new Set([...usual, set])].sort((a, b) => a - b);
}

function minutesWords(minutes: number): string {
  if (minutes === 0) return 'never';
  return minutes === 1 ? 'for a minute' : `for ${String(minutes)} minutes`;
}
