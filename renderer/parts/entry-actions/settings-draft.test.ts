import { describe, expect, it } from 'vitest';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import {
  isRight,
  rebased,
  sameSettings,
  settingsDraft,
  settingsOf,
  settingsProblems,
  type SettingsDraft,
} from './settings-draft.ts';
import type { NamedText } from '../../ui/named-texts.tsx';

const settings: MetadataSettings = {
  maxVersions: 0,
  casRequired: false,
  deleteVersionAfter: '0s',
  customMetadata: { owner: 'payments' },
};

function typed(change: Partial<SettingsDraft>): SettingsDraft {
  return { ...settingsDraft(settings), ...change };
}

function custom(...pairs: readonly (readonly [string, string])[]): readonly NamedText[] {
  return pairs.map(([key, text], index) => ({ id: index + 1, key, text }));
}

describe('settings as they are typed', () => {
  it('shows what means nothing as nothing, and sends it back the same', () => {
    const draft = settingsDraft(settings);
    expect(draft.maxVersions).toBe('');
    expect(draft.deleteVersionAfter).toBe('');
    expect(sameSettings(settingsOf(draft), settings)).toBe(true);
  });

  it('takes two ways to write a duration for the same', () => {
    const hours = { ...settings, deleteVersionAfter: '720h0m0s' };
    expect(settingsDraft(hours).deleteVersionAfter).toBe('720h');
    expect(sameSettings(settingsOf(settingsDraft(hours)), hours)).toBe(true);
    expect(settingsOf(typed({ deleteVersionAfter: '30d' })).deleteVersionAfter).toBe('2592000s');
    expect(settingsOf(typed({ deleteVersionAfter: '90' })).deleteVersionAfter).toBe('90s');
  });

  it('does not send a line that nothing was typed in', () => {
    const draft = typed({ custom: custom(['owner', 'payments'], ['', '']) });
    expect(isRight(settingsProblems(draft, 'entry'))).toBe(true);
    expect(settingsOf(draft).customMetadata).toEqual({ owner: 'payments' });
  });

  it.each<[string, Partial<SettingsDraft>]>([
    ['versions that are no number', { maxVersions: 'ten' }],
    ['versions below zero', { maxVersions: '-1' }],
    ['half a version', { maxVersions: '1.5' }],
    ['more versions than the server counts', { maxVersions: '4294967296' }],
    ['a duration nobody reads', { deleteVersionAfter: 'soon' }],
    ['a duration below zero', { deleteVersionAfter: '-1h' }],
    ['a name without a text', { custom: custom(['a', '']) }],
    ['a text without a name', { custom: custom(['', 'x']) }],
    ['a name twice', { custom: custom(['a', '1'], ['a', '2']) }],
    ['a name of 129 bytes', { custom: custom(['é'.repeat(64) + 'x', 'y']) }],
    ['a text of 513 bytes', { custom: custom(['a', 'x'.repeat(513)]) }],
    ['a line break in a text', { custom: custom(['a', 'x\ny']) }],
    ['a zero-width space in a name', { custom: custom(['a\u200bb', 'x']) }],
    [
      '65 names',
      { custom: custom(...Array.from({ length: 65 }, (_, at) => [`k${String(at)}`, 'x'] as const)) },
    ],
  ])('refuses %s', (_, change) => {
    expect(isRight(settingsProblems(typed(change), 'entry'))).toBe(false);
  });

  it('takes what is just within the limits', () => {
    const full = Array.from({ length: 64 }, (_, at) => [`k${String(at)}`, 'x'.repeat(512)] as const);
    expect(isRight(settingsProblems(typed({ custom: custom(...full) }), 'entry'))).toBe(true);
    expect(isRight(settingsProblems(typed({ custom: custom(['é'.repeat(64), 'x']) }), 'entry'))).toBe(true);
  });

  it('lets a mount switch deletion off with a duration below zero', () => {
    expect(isRight(settingsProblems(typed({ deleteVersionAfter: '-1s' }), 'mount'))).toBe(true);
  });
});

describe('my changes over what somebody else has set', () => {
  it('keeps both where they touched different things', () => {
    const mine = { ...settings, maxVersions: 5, customMetadata: { owner: 'payments', tier: '1' } };
    const theirs = { ...settings, casRequired: true, customMetadata: { owner: 'ops' } };
    expect(rebased(settings, mine, theirs)).toEqual({
      maxVersions: 5,
      casRequired: true,
      deleteVersionAfter: '0s',
      customMetadata: { owner: 'ops', tier: '1' },
    });
  });

  it('removes what I removed, and nothing that was added meanwhile', () => {
    const mine = { ...settings, customMetadata: {} };
    const theirs = { ...settings, customMetadata: { owner: 'payments', constructor: 'x' } };
    expect(rebased(settings, mine, theirs).customMetadata).toEqual({ constructor: 'x' });
  });
});
