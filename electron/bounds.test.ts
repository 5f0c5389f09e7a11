import { describe, expect, it } from 'vitest';
import { AppFailure } from '../shared/ipc/result.ts';
import type { MountPath } from '../shared/vault/mount.ts';
import { createKnownCredentials } from './core/credentials/known-credentials.ts';
import { createSecretStore, MOST_TYPED } from './core/credentials/secrets.ts';
import { createDrafts, MOST_DRAFTS } from './core/entries/drafts.ts';
import { createHeldEntries } from './core/entries/held-entries.ts';
import { createJobs, MOST_JOBS } from './work/jobs.ts';

const mount = { path: 'kv/' as MountPath, type: 'kv', engine: 'kv2', description: '' } as const;
const drafts = createDrafts(createHeldEntries());
const secrets = createSecretStore(createKnownCredentials());
const jobs = createJobs(() => undefined);

/** What a page may have as much of as it likes, if nobody counts. */
const bounded: readonly (readonly [what: string, most: number, more: (number: number) => unknown])[] = [
  ['drafts', MOST_DRAFTS, (n) => drafts.put({ sessionId: 's', mount, path: String(n), text: '' })],
  ['typed credentials', MOST_TYPED, (n) => secrets.holdTyped('s', 'other', `typed ${n}`)],
  ['jobs at once', MOST_JOBS, () => jobs.start('s', () => new Promise(() => undefined))],
];

describe('what a page can make main hold', () => {
  it.each(bounded)('has an end that is told in words (%s)', (_what, most, more) => {
    for (let number = 0; number < most; number++) more(number);
    expect(() => more(most)).toThrow(AppFailure);
    try {
      more(most);
    } catch (failure) {
      expect(failure instanceof AppFailure && failure.error).toMatchObject({
        kind: 'invalid-request',
        hint: expect.any(String) as string,
      });
    }
  });

  it('does not keep what is there from being changed', () => {
    expect(() => drafts.put({ sessionId: 's', mount, path: '0', text: 'more' })).not.toThrow();
    expect(() => secrets.holdTyped('s', 'other', 'typed 0')).not.toThrow();
  });
});
