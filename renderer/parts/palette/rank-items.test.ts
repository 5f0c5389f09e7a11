import { KeyRound } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../tree/rank-names.ts';
import { prepared, type PreparedItem } from './palette-item.ts';
import { mergeRanked, rankItems } from './rank-items.ts';

function item(label: string, detail = '', id = label): PreparedItem {
  return prepared({ id, label, detail, kind: 'Action', icon: KeyRound, run: () => undefined });
}

const items = ['Log out…', 'Lock now', 'Go to path', 'Show logs', 'Catalog'].map((label) => item(label));

function ranked(text: string, uses: Readonly<Record<string, number>> = {}, all = items): string[] {
  return rankItems(all, wordsOf(text), new Map(Object.entries(uses)), 50).map((one) => one.item.label);
}

describe('ranking actions', () => {
  it('puts beginnings before words before what is inside', () => {
    expect(ranked('log')).toEqual(['Log out…', 'Show logs', 'Catalog']);
    expect(ranked('show logs')).toEqual(['Show logs']);
    expect(ranked('logs show')).toEqual(['Show logs']);
  });

  it('takes the first letters of words, and what stands beside the label', () => {
    expect(ranked('gtp')).toEqual(['Go to path']);
    expect(ranked('prod', {}, [item('Renew', 'Session prod')])).toEqual(['Renew']);
    expect(ranked('zzz')).toEqual([]);
  });

  it('puts the used first among the like, never before a better match', () => {
    const two = [item('Copy one'), item('Copy two'), item('Now copy')];
    expect(ranked('copy', { 'Copy two': 1 }, two)).toEqual(['Copy two', 'Copy one', 'Now copy']);
    expect(ranked('copy', { 'Now copy': 1_000_000 }, two)).toEqual(['Copy one', 'Copy two', 'Now copy']);
    expect(ranked('', { 'Go to path': 3, Catalog: 1 }).slice(0, 3)).toEqual([
      'Go to path',
      'Catalog',
      'Log out…',
    ]);
  });

  it('shows what two lists have only once', () => {
    const one = { item: item('x').item, score: 20 };
    const other = { item: item('y').item, score: 30 };
    expect(mergeRanked([[one], [other, { ...one, score: 40 }]], 9).map(({ label }) => label)).toEqual([
      'x',
      'y',
    ]);
    expect(mergeRanked([[one], [other]], 1).map(({ label }) => label)).toEqual(['y']);
  });
});
