import { expect, it } from 'vitest';
import { sampleSession, sampleToken } from '../fixtures/session.fixture.ts';
import { otherNamespaces } from '../parts/session/other-namespaces.ts';
import { filteredRows, namespaceRows } from './namespaces.ts';

const here = sampleSession({ sessionId: 'here', namespace: '' });
const beside = sampleSession({ sessionId: 'beside', namespace: 'team-a' });
const somebodyElse = sampleSession({
  sessionId: 'else',
  namespace: 'team-b',
  token: { ...sampleToken, accessor: 'another' },
});
const elsewhere = sampleSession({ sessionId: 'far', namespace: 'team-c', address: 'https://other:8200' });
const recents: Readonly<Record<string, readonly string[]>> = {
  here: ['team-d', 'team-a'],
  beside: ['', 'team-e'],
  far: ['team-f'],
};

it('offers what is open with the same token, then what was opened before on this server, each once', () => {
  const offered = otherNamespaces(here, [here, beside, somebodyElse, elsewhere], (id) => recents[id] ?? []);
  expect(offered).toEqual([
    { namespace: 'team-a', sessionId: 'beside' },
    { namespace: 'team-d' },
    { namespace: 'team-e' },
  ]);
});

it('has a line for each, once, and none for where it is', () => {
  const offered = [{ namespace: 'a/b/x', sessionId: 's' }, { namespace: 'a' }];
  expect(namespaceRows('a/b', offered, ['x/', 'y/'])).toEqual([
    { namespace: 'a/b/x', what: 'open' },
    { namespace: 'a', what: 'recent' },
    { namespace: '', what: 'parent' },
    { namespace: 'a/b/y', what: 'child' },
  ]);
  expect(namespaceRows('', [], [])).toEqual([]);
});

it('puts the name that was typed first where there is one, and else last as it is', () => {
  const rows = namespaceRows('', [], ['team-a2/', 'team-a/', 'Ops/']);
  const typed = (text: string) =>
    filteredRows(rows, text, '').map(({ namespace, what }) => [namespace, what]);
  expect(typed(' /team-a/ ')).toEqual([
    ['team-a', 'child'],
    ['team-a2', 'child'],
  ]);
  expect(typed('ops')).toEqual([
    ['Ops', 'child'],
    ['ops', 'typed'],
  ]);
  expect(typed(' / ')).toHaveLength(3);
  expect(filteredRows(namespaceRows('a', [], []), 'roo', 'a')[0]).toEqual({ namespace: '', what: 'parent' });
  // The current namespace.
  expect(filteredRows(namespaceRows('a', [], []), 'a', 'a')).toEqual([]);
});
