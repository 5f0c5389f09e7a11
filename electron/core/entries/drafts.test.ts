import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { createDrafts } from './drafts.ts';
import { contentOf, createHeldEntries } from './held-entries.ts';
import type { HeldEntries } from './held-entries.ts';

const mount: Mount = { path: 'kv/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function openEntry(entries: HeldEntries, path: string, value = '1'): string {
  const content = contentOf(`{"data":{"data":{"k":"${value}"}}}`, ['data', 'data']);
  return entries.add(
    { sessionId: 's', mount, path, version: 1, versionAsked: false, about: { warnings: [], readAt: '' } },
    content,
  ).entryId;
}

const isHeld = (entries: HeldEntries, entryId: string): boolean => entries.sessionOf(entryId) !== undefined;

describe('drafts', () => {
  it('keep the latest text of a place, each session its own', () => {
    const drafts = createDrafts(createHeldEntries());
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'one' });
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'two' });
    drafts.put({ sessionId: 's', mount, path: 'b', text: 'three' });
    drafts.put({ sessionId: 'other', mount, path: 'a', text: 'theirs' });
    expect(drafts.list('s').map(({ path, text }) => [path, text])).toEqual([
      ['a', 'two'],
      ['b', 'three'],
    ]);
    expect(drafts.places()).toHaveLength(3);
    drafts.drop('s', 'kv/', 'a');
    drafts.dropSession('other');
    expect(drafts.places()).toEqual([{ sessionId: 's', path: 'kv/b' }]);
  });

  it('keep the entry they start from, closed or pushed out, and let it go with them', () => {
    const entries = createHeldEntries({ texts: 1, characters: 1000, facts: 2 });
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: 'mine' });
    for (const path of ['b', 'c', 'd']) openEntry(entries, path);
    entries.close(base);
    entries.closeUnpinned('s');
    expect(entries.get(base).content?.members).toEqual([['k', '"1"']]);
    entries.close(base);
    drafts.drop('s', 'kv/', 'a');
    expect(isHeld(entries, base)).toBe(false);
  });

  it('leave the entry open that a screen looks at again', () => {
    const entries = createHeldEntries();
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: 'mine' });
    entries.close(base);
    entries.get(base);
    drafts.drop('s', 'kv/', 'a');
    expect(isHeld(entries, base)).toBe(true);
  });

  it('let the earlier beginning go when they are put on another one', () => {
    const entries = createHeldEntries();
    const drafts = createDrafts(entries);
    const [old, current] = [openEntry(entries, 'a'), openEntry(entries, 'a', '2')];
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: old, text: 'mine' });
    entries.close(old);
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: current, text: 'mine' });
    expect([isHeld(entries, old), isHeld(entries, current)]).toEqual([false, true]);
  });

  it('refuse what is too large and keep what was there', () => {
    const drafts = createDrafts(createHeldEntries(), 100);
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'x'.repeat(30) });
    const put = () => drafts.put({ sessionId: 's', mount, path: 'b', text: 'x'.repeat(30) });
    expect(put).toThrow(AppFailure);
    expect(put).toThrow(/kept in its window only/);
    // The place of the earlier text counts as free.
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'y'.repeat(45) });
    expect(drafts.list('s').map(({ text }) => text)).toEqual(['y'.repeat(45)]);
  });

  it('refuse to start from an entry that is gone', () => {
    const entries = createHeldEntries();
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    entries.close(base);
    expect(() => drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: '' })).toThrow(
      /no longer held/,
    );
  });
});
