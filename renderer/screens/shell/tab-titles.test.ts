import { expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { tabTitles } from './tab-titles.ts';
import type { EntryTab } from './workspace-state.ts';

function tab(mountPath: string, path: string): EntryTab {
  const mount: Mount = { path: mountPath as MountPath, type: 'kv', engine: 'kv2', description: '' };
  return { tabId: mountPath + path, sessionId: 'one', mount, path, pinned: true, dirty: false };
}

it('shows the last name, and as many folders as tell twins apart', () => {
  const tabs = [
    tab('secret/', 'a/db'),
    tab('secret/', 'b/db'),
    tab('legacy/', 'b/db'),
    tab('secret/', 'readme'),
  ];
  expect(tabTitles(tabs)).toEqual(['a/db', 'secret/b/db', 'legacy/b/db', 'readme']);
});
