import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringsIn, valueFacts } from '../../../../shared/vault/entry-facts.ts';
import type { KnownChange } from '../../../../shared/vault/entry.ts';
import { composeObject } from '../../../../shared/vault/json-slices.ts';
import { draftText, parseDraftText } from './draft-text.ts';
import {
  draftOf,
  emptyDraft,
  isDirty,
  withAdded,
  withAddedChanged,
  withMembers,
  withOpened,
  withoutAdded,
  withRemoved,
  withUndone,
  withValue,
} from './draft.ts';
import { summarise, weighed } from './draft-summary.ts';
import { withChanges } from './json-draft.ts';

const base = [valueFacts('user', '"svc"'), valueFacts('limits', '{"max":9007199254740993}')];

describe('a draft', () => {
  it('sends only what changed', () => {
    let draft = withOpened(emptyDraft, 'user', '"svc"');
    expect(isDirty(draft)).toBe(false);
    expect(summarise(draft, base).changes).toEqual([]);
    draft = withValue(draft, 'user', { mode: 'string', text: 'other' });
    expect(summarise(draft, base)).toMatchObject({
      changes: [{ op: 'set', key: 'user', rawJson: '"other"' }],
      changedKeys: 1,
      addedKeys: 0,
      removedKeys: 0,
    });
    draft = withValue(draft, 'user', { mode: 'string', text: 'svc' });
    expect(isDirty(draft)).toBe(false);
  });

  it('removes and takes back, keeping what was typed', () => {
    let draft = withValue(withOpened(emptyDraft, 'user', '"svc"'), 'user', { mode: 'string', text: 'x' });
    draft = withRemoved(draft, 'user');
    expect(summarise(draft, base).changes).toEqual([{ op: 'remove', key: 'user' }]);
    draft = withUndone(draft, 'user');
    expect(summarise(draft, base).changes).toEqual([{ op: 'set', key: 'user', rawJson: '"x"' }]);
    expect(isDirty(withUndone(draft, 'user'))).toBe(false);
    expect(isDirty(withUndone(withRemoved(emptyDraft, 'user'), 'user'))).toBe(false);
  });

  it.each([
    ['', 'A key needs a name.'],
    ['user', 'There is already a key of this name.'],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['a b', undefined],
    ['10', undefined],
  ])('names an added key %j', (name, problem) => {
    const draft = withAddedChanged(withAdded(emptyDraft), 1, { name });
    const summary = summarise(draft, base);
    expect(summary.nameProblems.get(1)).toBe(problem);
    expect(summary.changes).toEqual([{ op: 'set', key: name, rawJson: '""' }]);
  });

  it('refuses the second of two added keys of one name, until one goes', () => {
    let draft = withAdded(withAdded(emptyDraft));
    draft = withAddedChanged(withAddedChanged(draft, 1, { name: 'k' }), 2, { name: 'k' });
    expect([...summarise(draft, base).nameProblems.keys()]).toEqual([2]);
    expect(summarise(withoutAdded(draft, 1), base).nameProblems.size).toBe(0);
  });

  it('points at a fault of a JSON value', () => {
    const opened = withOpened(emptyDraft, 'limits', '{"max":9007199254740993}');
    expect(opened.edits.get('limits')).toMatchObject({ now: { text: '{\n  "max": 9007199254740993\n}' } });
    const draft = withValue(opened, 'limits', { mode: 'json', text: '{"max": }' });
    expect(summarise(draft, base).valueProblems.get('limits')).toMatchObject({ line: 1, column: 9 });
  });

  it('is laid over another version by its changes', () => {
    const changes = [
      { op: 'set', key: 'user', rawJson: '"x"' },
      { op: 'remove', key: 'limits' },
      { op: 'set', key: 'fresh', rawJson: '{"a": 1.50}' },
    ] as const;
    const theirs = [valueFacts('fresh', '"theirs"')];
    expect(summarise(draftOf(changes, theirs), theirs).changes).toEqual([
      { op: 'set', key: 'fresh', rawJson: '{\n  "a": 1.50\n}' },
      { op: 'set', key: 'user', rawJson: '"x"' },
    ]);
    expect(summarise(draftOf(changes, base), base)).toMatchObject({
      changedKeys: 1,
      addedKeys: 1,
      removedKeys: 1,
    });
    // Even an empty value counts as a change: the old value has not been read.
    expect(isDirty(draftOf([{ op: 'set', key: 'user', rawJson: '""' }], base))).toBe(true);
  });

  it('takes keys over from a text: known ones replaced, others added, and again', () => {
    const first = withMembers(
      emptyDraft,
      [
        ['user', '"a"'],
        ['fresh', '"b"'],
        ['__proto__', '1'],
      ],
      base,
    );
    const second = withMembers(first, [['fresh', '"c"']], base);
    expect(summarise(second, base).changes).toEqual([
      { op: 'set', key: 'user', rawJson: '"a"' },
      { op: 'set', key: 'fresh', rawJson: '"c"' },
      { op: 'set', key: '__proto__', rawJson: '1' },
    ]);
    expect(summarise(second, base).nameProblems.size).toBe(0);
  });

  it('knows how much larger the entry becomes, and how many strings it has', () => {
    const entry = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), {
      selector: ([key]) => key,
      maxLength: 6,
    });
    fc.assert(
      fc.property(entry, entry, fc.array(fc.string()), (before, sets, removals) => {
        const stored = (value: unknown): string =>
          JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, '\\u0000');
        const keys = before.map(([key, value]) => valueFacts(key, stored(value)));
        const changes: KnownChange[] = [
          ...sets.map(([key, value]) => ({ op: 'set', key, rawJson: JSON.stringify(value) }) as const),
          ...before
            .filter(([key]) => removals.includes(key) && !sets.some(([set]) => set === key))
            .map(([key]) => ({ op: 'remove', key }) as const),
        ];
        const raw = (members: readonly (readonly [string, string])[]): number =>
          new TextEncoder().encode(composeObject(members).replace(/[<>&\u2028\u2029]/g, '\\u0000')).length;
        const members = before.map(([key, value]) => [key, JSON.stringify(value)] as const);
        const after = withChanges(members, changes);
        const { bytesMore, strings } = weighed(changes, keys);
        expect(bytesMore).toBe(raw(after) - raw(members));
        expect(strings).toBe(stringsIn(composeObject(after)));
      }),
    );
  });

  it('names the first number of each value that the server would change', () => {
    const draft = withMembers(
      emptyDraft,
      [
        ['limits', '[9007199254740993, 9007199254740995]'],
        ['ratio', '1.10'],
      ],
      base,
    );
    expect(summarise(draft, base).rounded).toEqual([
      { key: 'limits', written: '9007199254740993', stored: '9007199254740992' },
      { key: 'ratio', written: '1.10', stored: '1.1' },
    ]);
  });

  it('comes back from its text as it was', () => {
    let draft = withValue(withOpened(emptyDraft, 'user', '"svc"'), 'user', { mode: 'string', text: 'x\r\n' });
    draft = withRemoved(withMembers(draft, [['__proto__', '"p"']], base), 'limits');
    draft = { ...draft, json: { start: '{}', text: '{"a": 1' } };
    const back = parseDraftText(draftText({ mode: 'create', draft }));
    expect(back).toEqual({ mode: 'create', draft });
    for (const text of ['', '[]', 'null', '{"strongroomDraft": 2}', '{"strongroomDraft": 1}'])
      expect(parseDraftText(text)).toBeUndefined();
  });
});
