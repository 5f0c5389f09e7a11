import { expect, it } from 'vitest';
import { sampleSession, sampleToken } from '../fixtures/session.fixture.ts';
import { otherNamespaces } from './namespaces.ts';

const here = sampleSession({ sessionId: 'here', namespace: '' });
const beside = sampleSession({ sessionId: 'beside', namespace: 'team-a' });
const somebodyElse = sampleSession({
  ...{ sessionId: 'else', namespace: 'team-b' },
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
