import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp } from 'lucide-react';
import { query } from '../api/client.ts';
import { updateWords } from '../parts/session/update-words.ts';
import { Icon } from '../ui/icon.tsx';
import { showSettings } from '../workspace/settings-section.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import css from './status-bar.module.css';

/** Notice of a newer app version, if found; a click opens its settings. */
export function UpdateStatus() {
  const words = updateWords(useQuery(query('updates.state', {})).data);
  const { openScreen, hideConnect } = useWorkspaceActions();
  if (words === undefined) return null;
  return (
    <button
      type="button"
      className={css['held']}
      onClick={() => {
        hideConnect();
        showSettings('updates');
        openScreen('settings');
      }}
    >
      <Icon of={CircleArrowUp} size={14} />
      {words}
    </button>
  );
}
