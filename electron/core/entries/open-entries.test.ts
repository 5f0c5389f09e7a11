import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { answerOf } from '../credentials/answer.fixture.ts';
import { contentOf, createOpenEntries } from './open-entries.ts';
import type { EntryContent } from './open-entries.ts';

const mount: Mount = { path: 'kv/' as MountPath, type: 'kv', engine: 'kv1', description: '' };
const about = { warnings: [], readAt: '' };
const facts = { sessionId: 's', mount, path: 'p', versionAsked: false, about };

function content(value: string): EntryContent {
  return contentOf(answerOf(`{"data":{"k":"${value}"}}`), ['data']);
}

describe('held entries', () => {
  it('drops the least recently used text, keeps its facts', () => {
    const open = createOpenEntries({ texts: 2, characters: 1e6, facts: 10 });
    const [a, b] = [open.add(facts, content('a')), open.add(facts, content('b'))];
    open.get(a.entryId);
    const c = open.add(facts, content('c'));
    expect([a, b, c].map(({ entryId }) => open.get(entryId).content !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(open.get(b.entryId).facts).toBe(b);
  });

  it('takes a text back that is the same, and no other', () => {
    const open = createOpenEntries({ texts: 1, characters: 1e6, facts: 10 });
    const a = open.add(facts, content('a'));
    open.add(facts, content('b'));
    expect(open.restore(a.entryId, content('c'))).toBe(false);
    expect(open.get(a.entryId).content).toBeUndefined();
    expect(open.restore(a.entryId, content('a'))).toBe(true);
    expect(open.get(a.entryId).content).toEqual(content('a'));
  });

  it('bounds characters, but keeps the one in use however large', () => {
    const open = createOpenEntries({ texts: 10, characters: 100, facts: 10 });
    const small = open.add(facts, content('a'));
    const large = open.add(facts, content('x'.repeat(500)));
    expect(open.get(small.entryId).content).toBeUndefined();
    expect(open.get(large.entryId).content).toBeDefined();
  });

  it('forgets the oldest facts beyond the last bound, and says so', () => {
    const open = createOpenEntries({ texts: 10, characters: 1e6, facts: 2 });
    const first = open.add(facts, content('a'));
    open.add(facts, content('b'));
    open.add(facts, content('c'));
    expect(() => open.get(first.entryId)).toThrow('no longer open');
  });

  it('bounds each session by itself and closes by session', () => {
    const open = createOpenEntries({ texts: 1, characters: 1e6, facts: 5 });
    const mine = open.add(facts, content('a'));
    const theirs = open.add({ ...facts, sessionId: 't' }, content('b'));
    expect(open.get(mine.entryId).content).toBeDefined();
    open.closeSession('s');
    expect(() => open.get(mine.entryId)).toThrow();
    expect(open.get(theirs.entryId).content).toBeDefined();
  });
});

describe('contentOf', () => {
  it('does not parse again what was parsed elsewhere', () => {
    const refused = () => {
      throw new Error('parsed again');
    };
    const text = '{"data":{"k":1}}';
    const large = { bytes: Buffer.from(text), top: {}, proved: true };
    const answer = answerOf(text, { large, json: refused });
    expect(contentOf(answer, ['data']).members).toEqual([['k', '1']]);
    const unproved = { ...answer, large: { ...large, proved: false } };
    expect(() => contentOf(unproved, ['data'])).toThrow('parsed again');
  });

  it.each(['{"data":null}', '{"data":[1]}', '{}', '{"data":{"data":null}}'])(
    'refuses %s as two-level values',
    (text) => {
      expect(() => contentOf(answerOf(text), ['data', 'data'])).toThrow();
    },
  );
});
