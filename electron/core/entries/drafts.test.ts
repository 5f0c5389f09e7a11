import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { answerOf } from '../credentials/answer.fixture.ts';
import { createDrafts } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import { contentOf, createOpenEntries } from './open-entries.ts';
import type { OpenEntries } from './open-entries.ts';

const mount: Mount = { path: 'kv/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function openEntry(entries: OpenEntries, path: string, value = '1'): string {
  const content = contentOf(answerOf(`{"data":{"data":{"k":"${value}"}}}`), ['data', 'data']);
  return entries.add(
    { sessionId: 's', mount, path, version: 1, versionAsked: false, about: { warnings: [], readAt: '' } },
    content,
  ).entryId;
}

const isOpen = (entries: OpenEntries, entryId: string): boolean => entries.sessionOf(entryId) !== undefined;

describe('drafts', () => {
  it('keep the latest text of a place, each session its own', () => {
    const drafts = createDrafts(createOpenEntries());
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
    const entries = createOpenEntries({ texts: 1, characters: 1000, facts: 2 });
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: 'mine' });
    for (const path of ['b', 'c', 'd']) openEntry(entries, path);
    entries.close(base);
    entries.closeUnpinned('s');
    expect(entries.get(base).content?.members).toEqual([['k', '"1"']]);
    entries.close(base);
    drafts.drop('s', 'kv/', 'a');
    expect(isOpen(entries, base)).toBe(true);
    drafts.forgetDropped('s');
    expect(isOpen(entries, base)).toBe(false);
  });

  it('leave the entry open that a screen looks at again', () => {
    const entries = createOpenEntries();
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: 'mine' });
    entries.close(base);
    entries.get(base);
    drafts.drop('s', 'kv/', 'a');
    expect(isOpen(entries, base)).toBe(true);
  });

  it('let the earlier beginning go when they are put on another one', () => {
    const entries = createOpenEntries();
    const drafts = createDrafts(entries);
    const [old, current] = [openEntry(entries, 'a'), openEntry(entries, 'a', '2')];
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: old, text: 'mine' });
    entries.close(old);
    drafts.put({ sessionId: 's', mount, path: 'a', entryId: current, text: 'mine' });
    expect([isOpen(entries, old), isOpen(entries, current)]).toEqual([false, true]);
  });

  it('refuse what is too large and keep what was there', () => {
    const drafts = createDrafts(createOpenEntries(), 100);
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'x'.repeat(30) });
    const put = () => drafts.put({ sessionId: 's', mount, path: 'b', text: 'x'.repeat(30) });
    expect(put).toThrow(AppFailure);
    expect(put).toThrow(/kept in its window only/);
    // The space of the replaced text counts as free.
    drafts.put({ sessionId: 's', mount, path: 'a', text: 'x'.repeat(45) });
    expect(drafts.list('s').map(({ text }) => text)).toEqual(['x'.repeat(45)]);
  });

  it('refuse to start from an entry that is gone', () => {
    const entries = createOpenEntries();
    const drafts = createDrafts(entries);
    const base = openEntry(entries, 'a');
    entries.close(base);
    expect(() => drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text: '' })).toThrow(
      /no longer open/,
    );
  });

  describe('that were dropped', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    function dropped() {
      const entries = createOpenEntries();
      const drafts = createDrafts(entries);
      const base = openEntry(entries, 'a');
      const put = (text: string) => drafts.put({ sessionId: 's', mount, path: 'a', entryId: base, text });
      put('mine');
      entries.close(base);
      drafts.drop('s', 'kv/', 'a');
      return { entries, drafts, base, put };
    }

    it('are restored within ten minutes, with the entry they start from', () => {
      const { drafts, entries, base } = dropped();
      expect(drafts.list('s')).toEqual([]);
      expect(drafts.dropped('other')).toEqual([]);
      const [one] = drafts.dropped('s');
      expect(one).toMatchObject({ path: 'a', mount });
      expect(JSON.stringify(one)).not.toContain('mine');
      vi.advanceTimersByTime(10 * 60_000 - 1);
      expect(() => drafts.restore('other', one?.draftId ?? '')).toThrow(AppFailure);
      drafts.restore('s', one?.draftId ?? '');
      expect(drafts.list('s')).toMatchObject([{ text: 'mine', entryId: base }]);
      vi.advanceTimersByTime(60_000);
      expect(drafts.list('s')).toHaveLength(1);
      expect(isOpen(entries, base)).toBe(true);
    });

    it('are gone after ten minutes, and when others unlock or close their session', () => {
      for (const end of [
        () => void vi.advanceTimersByTime(10 * 60_000),
        (drafts: Drafts) => drafts.forgetDropped('s'),
        (drafts: Drafts) => drafts.dropSession('s'),
      ]) {
        const { drafts, entries, base } = dropped();
        const [one] = drafts.dropped('s');
        end(drafts);
        expect(drafts.dropped('s')).toEqual([]);
        expect(() => drafts.restore('s', one?.draftId ?? '')).toThrow(/no longer/);
        expect(isOpen(entries, base)).toBe(false);
      }
    });

    it('stay beside a later draft of the place, and take no place of it', () => {
      const { drafts, put } = dropped();
      put('another');
      const [first] = drafts.dropped('s');
      expect(() => drafts.restore('s', first?.draftId ?? '')).toThrow(/another unsaved edit/);
      drafts.drop('s', 'kv/', 'a');
      expect(drafts.dropped('s')).toHaveLength(2);
      drafts.restore('s', first?.draftId ?? '');
      expect(drafts.list('s')).toMatchObject([{ text: 'mine' }]);
    });

    it('are none where they were saved, unless they were changed since', () => {
      const drafts = createDrafts(createOpenEntries());
      const put = (text: string) => drafts.put({ sessionId: 's', mount, path: 'a', text });
      put('saved');
      drafts.noteSaved('s', 'kv/', 'a', 'unchanged');
      drafts.drop('s', 'kv/', 'a');
      expect(drafts.dropped('s')).toEqual([]);
      put('saved');
      drafts.noteSaved('s', 'kv/', 'a', 'unchanged');
      put('changed since');
      drafts.drop('s', 'kv/', 'a');
      expect(drafts.dropped('s')).toHaveLength(1);
    });

    describe('after the server was seen to hold other words', () => {
      const work = '{"k":"an hour of work"}';
      const theirs = [['k', '"theirs"']] as const;

      function found(texts: readonly string[], starts: 'from an entry' | 'from none' = 'from an entry') {
        const entries = createOpenEntries();
        const drafts = createDrafts(entries);
        const id = starts === 'from none' ? {} : { entryId: openEntry(entries, 'a') };
        for (const text of texts) drafts.put({ sessionId: 's', mount, path: 'a', ...id, text });
        drafts.noteFound('s', 'kv/', 'a', theirs);
        drafts.drop('s', 'kv/', 'a');
        return drafts.dropped('s');
      }

      it('are none if they say the same', () => {
        expect(found(['{"k":"theirs"}'])).toEqual([]);
      });

      it('are kept if a repeated key hides what they say', () => {
        expect(found([work, `${work.slice(0, -1)},"k":"theirs"}`])).toHaveLength(1);
        const inner = JSON.stringify('{"k":"an hour of work","k":"theirs"}');
        expect(found([`{"now":${inner}}`])).toHaveLength(1);
      });

      it('are kept if only what is left of them is there', () => {
        expect(found(['{"k":"theirs","l":"my work"}', '{"k":"theirs"}'])).toHaveLength(1);
      });

      it('are kept if they start from no entry: there is nothing that they changed', () => {
        expect(found(['{"k":"theirs"}'], 'from none')).toHaveLength(1);
      });
    });

    it('are pushed out by nothing, and count while they can be restored', () => {
      const drafts = createDrafts(createOpenEntries(), 100);
      const put = (path: string) => drafts.put({ sessionId: 's', mount, path, text: 'x'.repeat(30) });
      put('a');
      drafts.drop('s', 'kv/', 'a');
      expect(() => put('b')).toThrow(/kept in its window only/);
      expect(drafts.dropped('s')).toHaveLength(1);
      vi.advanceTimersByTime(10 * 60_000);
      put('b');
    });
  });
});
