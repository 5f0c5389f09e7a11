import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawMember } from '../../../../shared/vault/editing.ts';
import type { EntryChange } from '../../../../shared/vault/entry.ts';
import { valueFacts } from '../../../../shared/vault/entry-facts.ts';
import { emptyDraft, isDirty, withOpened, withRemoved, withValue } from './draft.ts';
import { summarise } from './draft-summary.ts';
import {
  asJsonText,
  asKeys,
  changesOfText,
  entryTextProblem,
  summariseText,
  withChanges,
} from './json-draft.ts';

const members: readonly RawMember[] = [
  ['10', '"ten"'],
  ['2', '1.50'],
  ['__proto__', '"p"'],
  ['nested', '{"b": 1e2,"a":[ ]}'],
];
const keys = members.map(([key, raw]) => valueFacts(key, raw));
const text = asJsonText(emptyDraft, members, keys).json?.text ?? '';

describe('an entry as one JSON text', () => {
  it('keeps order, tokens and strange keys, and is no change by itself', () => {
    expect(text).toBe(
      '{\n  "10": "ten",\n  "2": 1.50,\n  "__proto__": "p",\n  "nested": {\n    "b": 1e2,\n    "a": []\n  }\n}',
    );
    expect(changesOfText(members, text)).toEqual([]);
    expect(isDirty(asJsonText(emptyDraft, members, keys))).toBe(false);
  });

  it('tells what was changed, added and removed, and nothing else', () => {
    const edited = text
      .replace('"ten"', '"TEN"')
      .replace('"__proto__": "p",', '')
      .replace('{', '{"new": [1],');
    expect(changesOfText(members, edited)).toEqual([
      { op: 'set', key: 'new', rawJson: '[1]' },
      { op: 'set', key: '10', rawJson: '"TEN"' },
      { op: 'remove', key: '__proto__' },
    ]);
    expect(summariseText(edited, members, keys)).toMatchObject({
      changedKeys: 1,
      addedKeys: 1,
      removedKeys: 1,
    });
  });

  it.each([
    ['[]', 'An entry is one JSON object, in braces', 1],
    ['"text"', 'An entry is one JSON object, in braces', 1],
    ['{\n"a": 1,\n"a": 2}', 'Duplicate key', 3],
    ['{', 'A key in double quotes is missing', 1],
    ['', 'A value is missing at the end', 1],
  ])('refuses %j', (broken, message, line) => {
    expect(entryTextProblem(broken)).toMatchObject({ message, line });
    expect(summariseText(broken, members, keys)).toMatchObject({ changes: [], textProblem: { line } });
  });

  it('goes on from a draft of keys, and back to one', () => {
    let draft = withValue(withOpened(emptyDraft, '10', '"ten"'), '10', { mode: 'string', text: 'x' });
    draft = withRemoved(draft, '2');
    const asText = asJsonText(draft, members, keys);
    expect(summariseText(asText.json?.text ?? '', members, keys).changes).toEqual(
      summarise(draft, keys).changes,
    );
    // Untouched, the draft is the same as before, including its undo data.
    expect(asKeys(asText, members)).toEqual(draft);
    const typed = { ...asText, json: { start: asText.json?.start ?? '', text: '{"10": "y", "z": 1}' } };
    const byKey = (changes: readonly EntryChange[]): EntryChange[] =>
      [...changes].sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(byKey(summarise(asKeys(typed, members), keys).changes)).toEqual(
      byKey(changesOfText(members, typed.json.text)),
    );
  });

  it('leads from any entry to any text', () => {
    const entry = fc
      .uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key, maxLength: 6 })
      .map((all) => all.map(([key, value]) => [key, JSON.stringify(value)] as const));
    fc.assert(
      fc.property(entry, entry, (before, after) => {
        const wanted = asJsonText(emptyDraft, after, []).json?.text ?? '';
        const changed = new Map(withChanges(before, changesOfText(before, wanted)));
        expect(changed.size).toBe(after.length);
        for (const [key, raw] of after)
          expect(JSON.parse(changed.get(key) ?? 'undefined')).toEqual(JSON.parse(raw));
      }),
    );
  });
});
