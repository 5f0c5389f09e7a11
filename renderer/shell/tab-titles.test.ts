import { expect, it } from 'vitest';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { tabTitles } from './tab-titles.ts';
import type { CompareTab, EntryTab } from '../workspace/tabs.ts';

function tab(mountPath: string, path: string): EntryTab {
  const mount: Mount = { path: mountPath as MountPath, type: 'kv', engine: 'kv2', description: '' };
  return {
    kind: 'entry',
    tabId: mountPath + path,
    sessionId: 'one',
    mount,
    path,
    pinned: true,
    dirty: false,
  };
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

function comparison(left: EntryTab, right: EntryTab): CompareTab {
  return { kind: 'compare', tabId: 'c', sessionId: 'one', left, right, pinned: true, dirty: false };
}

it('names the version that is shown', () => {
  expect(tabTitles([{ ...tab('secret/', 'a/db'), version: 3 }])).toEqual(['db v3']);
});

it('names what differs between the two sides of a comparison', () => {
  const db = tab('secret/', 'a/db');
  const nameOf = (id: string): string => (id === 'one' ? 'Production' : 'Staging');
  const titles = tabTitles(
    [
      comparison({ ...db, version: 2 }, db),
      comparison(db, { ...db, sessionId: 'two' }),
      comparison(db, tab('secret/', 'b/db')),
      comparison(db, tab('secret/', 'b/cache')),
    ],
    nameOf,
  );
  expect(titles).toEqual(['db v2 ↔ current', 'db: Production ↔ Staging', 'a/db ↔ b/db', 'db ↔ cache']);
});
