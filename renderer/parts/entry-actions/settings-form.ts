/** Form state of settings: the values last read from the server, the draft, and saving. */
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import { useAction } from '../../api/use-action.ts';
import {
  isRight,
  rebased,
  sameSettings,
  settingsDraft,
  settingsOf,
  settingsProblems,
  type SettingsDraft,
  type SettingsProblems,
} from './settings-draft.ts';

export interface SettingsForm {
  readonly before: MetadataSettings;
  readonly draft: SettingsDraft;
  readonly change: (by: Partial<SettingsDraft>) => void;
  readonly problems: SettingsProblems;
  /** True if the draft is changed and valid. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly save: (send: (before: MetadataSettings, settings: MetadataSettings) => Promise<void>) => void;
  /** After a conflict: applies the local changes to the server's current settings. */
  readonly rebase: (theirs: MetadataSettings) => void;
}

/** Holds the draft of settings; problems are recomputed on every change. */
export function useSettingsForm(initial: MetadataSettings, of: 'entry' | 'mount'): SettingsForm {
  const [before, setBefore] = useState(initial);
  const [draft, setDraft] = useState(() => settingsDraft(initial));
  const { failure: error, busy, run, forget } = useAction();
  const problems = settingsProblems(draft, of);
  const right = isRight(problems);
  return {
    before,
    draft,
    change: (by) => setDraft({ ...draft, ...by }),
    problems,
    busy,
    error,
    ready: right && !sameSettings(settingsOf(draft), before),
    save: (send) => void run(() => send(before, settingsOf(draft))),
    rebase: (theirs) => {
      const mine = isRight(problems) ? settingsOf(draft) : before;
      setDraft(settingsDraft(rebased(before, mine, theirs)));
      setBefore(theirs);
      forget();
    },
  };
}
