import { describe, expect, it } from 'vitest';
import { isSearchProblem, parseSearch, readsOf } from './search.ts';
import type { SearchMode } from './search.ts';

function parsed(text: string, mode: SearchMode = 'text') {
  const query = parseSearch(text, mode);
  if (isSearchProblem(query)) throw new Error(query.message);
  return { words: query.words.map((word) => word.text), filters: query.filters };
}

describe('the language of a search', () => {
  it('has words, quoted ones with blanks, and nothing at all', () => {
    expect(parsed('').words).toEqual([]);
    expect(parsed('  stripe  api\tkey ').words).toEqual(['stripe', 'api', 'key']);
    expect(parsed('"my entry" "owner:x" un"quoted part"').words).toEqual([
      'my entry',
      'owner:x',
      'unquoted part',
    ]);
    expect(parsed('"not closed').words).toEqual(['not closed']);
  });

  it('takes a word with a colon for a word unless it is a filter', () => {
    expect(parsed('arn:aws:iam key:api_key')).toMatchObject({
      words: ['arn:aws:iam'],
      filters: [{ kind: 'key', pattern: { text: 'api_key', at: 16 } }],
    });
  });

  it('has a filter for each fact', () => {
    expect(
      parsed(
        'mount:kv owner:pay meta:team meta:tier=gold changed:<30d changed:1y changed:>2w versions:>5 versions:3',
      ).filters,
    ).toMatchObject([
      { kind: 'mount', pattern: { text: 'kv' } },
      { kind: 'owner', pattern: { text: 'pay' } },
      { kind: 'meta', pattern: { text: 'team' } },
      { kind: 'meta', pattern: { text: 'tier' }, value: { text: 'gold', at: 39 } },
      { kind: 'changed', is: '<', seconds: 30 * 86_400 },
      { kind: 'changed', is: '<', seconds: 365 * 86_400 },
      { kind: 'changed', is: '>', seconds: 14 * 86_400 },
      { kind: 'versions', is: '>', count: 5 },
      { kind: 'versions', is: '=', count: 3 },
    ]);
    expect(parsed('deleted: deleted:yes deleted:no').filters).toEqual([
      { kind: 'deleted', wanted: true },
      { kind: 'deleted', wanted: true },
      { kind: 'deleted', wanted: false },
    ]);
  });

  it.each([
    ['x changed:soon', 2, 12],
    ['versions:>', 0, 10],
    ['a b key:', 4, 4],
    ['meta:=x', 0, 7],
    ['deleted:perhaps', 0, 15],
    ['owner:', 0, 6],
  ])('names the place of a mistake (%s)', (text, at, length) => {
    expect(parseSearch(text, 'text')).toMatchObject({ at, length });
  });

  it('keeps the blanks of an expression, and its filters apart', () => {
    expect(parsed('owner:x ^a  b$', 'expression')).toMatchObject({
      words: ['^a  b$'],
      filters: [{ kind: 'owner' }],
    });
  });

  it('knows the reads that it takes', () => {
    const reads = (text: string, keys = false, metadata = false) => {
      const query = parseSearch(text, 'text');
      if (isSearchProblem(query)) throw new Error(query.message);
      return readsOf(query, { keys, metadata });
    };
    expect(reads('mount:kv name')).toEqual({ keys: false, metadata: false });
    expect(reads('key:x')).toEqual({ keys: true, metadata: false });
    expect(reads('versions:>2')).toEqual({ keys: false, metadata: true });
    expect(reads('x', true, true)).toEqual({ keys: true, metadata: true });
  });
});
