import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import {
  emptyDraft,
  isDirty,
  rawJsonOf,
  rebased,
  roundedIntegers,
  summarise,
  switchedMode,
  valueTextOf,
  withAdded,
  withAddedChanged,
  withOpened,
  withoutAdded,
  withRemoved,
  withUndone,
  withValue,
} from './draft.ts';

const base = [valueFacts('user', '"svc"'), valueFacts('limits', '{"max":9007199254740993}')];

describe('the text of a value', () => {
  it('comes back as the same JSON value, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const raw = JSON.stringify(value);
        expect(JSON.parse(rawJsonOf(valueTextOf(raw)))).toEqual(JSON.parse(raw));
      }),
    );
    expect(rawJsonOf(valueTextOf('9007199254740993'))).toBe('9007199254740993');
  });

  it('switches between string and JSON and back without loss', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = switchedMode({ mode: 'string', text });
        expect(once).toEqual({ mode: 'json', text: JSON.stringify(text) });
        expect(switchedMode(once)).toEqual({ mode: 'string', text });
      }),
    );
    expect(switchedMode({ mode: 'json', text: '{"a": 1}' })).toEqual({ mode: 'string', text: '{"a": 1}' });
    expect(switchedMode({ mode: 'json', text: '"broken' })).toEqual({ mode: 'string', text: '"broken' });
  });
});

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

  it('is laid over what somebody else saved', () => {
    let draft = withValue(withOpened(emptyDraft, 'user', '"svc"'), 'user', { mode: 'string', text: 'x' });
    draft = withRemoved(draft, 'limits');
    draft = withAddedChanged(withAdded(draft), 1, { name: 'fresh', value: { mode: 'string', text: 'f' } });
    const theirs = [valueFacts('fresh', '"theirs"')];
    expect(summarise(rebased(draft, theirs), theirs).changes).toEqual([
      { op: 'set', key: 'fresh', rawJson: '"f"' },
      { op: 'set', key: 'user', rawJson: '"x"' },
    ]);
    expect(summarise(rebased(draft, base), base).changes).toEqual(summarise(draft, base).changes);
  });
});

describe('roundedIntegers', () => {
  it.each([
    ['9007199254740993', [{ written: '9007199254740993', stored: '9007199254740992' }]],
    ['-9223372036854775807', [{ written: '-9223372036854775807', stored: '-9223372036854776000' }]],
    ['9007199254740992', []],
    ['9223372036854775808', ['9223372036854775808']],
    ['-0', []],
    ['"9007199254740993"', []],
    ['{"a": [1, 9007199254740993], "b": "9007199254740995"}', ['9007199254740993']],
    ['1.5e300', []],
    ['12345.678', []],
  ])('%s', (raw, expected) => {
    const found = roundedIntegers(raw);
    expect(typeof expected[0] === 'string' ? found.map((one) => one.written) : found).toEqual(expected);
  });
});
