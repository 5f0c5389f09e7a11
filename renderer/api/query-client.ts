/**
 * One query cache for the window. `networkMode: always`, because a Vault on localhost works without a network; no
 * retries, because main's client retries safe requests itself; no refetch on focus, because a GET can mint a
 * credential.
 */
import { notifyManager, QueryClient, timeoutManager } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { cacheKey, on } from './client.ts';
import { answerListKey } from './answers.ts';
import { clipboardKey, connectAskedKey, linkKey, programsKey, unkeptKey } from './app.ts';
import { lockKey } from './lock.ts';
import { createSeenTimers } from './seen-timers.ts';
import { rememberSession, sessionsKey } from './session.ts';
import { updatesKey } from './updates.ts';

// Runs before any cache exists: a timer of one provider cannot be cleared by another.
timeoutManager.setTimeoutProvider(createSeenTimers());
// Draws with the click that changed something: a timer would show the control as it was for a moment.
notifyManager.setScheduler(queueMicrotask);

/** Creates the cache with the app's defaults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        gcTime: 5 * 60_000,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
}

/** Writes main's events to the cache; the returned function stops it. */
export function connectEvents(client: QueryClient): () => void {
  const ends = [
    on('session.changed', (session) => {
      const before = client.getQueryData<readonly SessionView[]>(sessionsKey)?.find(isSame(session));
      // Login at another cluster: cached data belongs to the previous one. A sealed server reports no cluster id.
      const [was, is] = [before?.health.clusterId ?? '', session.health.clusterId];
      if (was !== '' && is !== '' && was !== is) void client.resetQueries({ queryKey: cacheKey(session) });
      rememberSession(client, session);
    }),
    on('session.closed', ({ sessionId }) => {
      client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) =>
        before.filter((session) => session.sessionId !== sessionId),
      );
      client.removeQueries({ queryKey: cacheKey({ sessionId }) });
    }),
    on('mount.changed', ({ sessionId }) => {
      for (const name of ['mount.list', 'mount.table'] as const)
        void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, name) });
    }),
    on('clipboard.changed', (state) => {
      client.setQueryData(clipboardKey, state);
    }),
    on('app.connectAsked', ({ address }) => {
      client.setQueryData(connectAskedKey, address);
    }),
    on('programs.changed', () => {
      void readAgain(client, programsKey);
    }),
    on('app.linkAsked', () => {
      void readAgain(client, linkKey);
    }),
    on('app.unkeptChanged', (unkept) => {
      // A pending result can be outdated; a refetch would join that same request while it is the first.
      void client.cancelQueries({ queryKey: unkeptKey }).then(() => {
        client.setQueryData(unkeptKey, unkept);
      });
    }),
    on('updates.changed', (state) => {
      client.setQueryData(updatesKey, state);
    }),
    on('answer.changed', (results) => {
      client.setQueryData(answerListKey, results);
    }),
    on('lock.changed', (state) => {
      client.setQueryData(lockKey, state);
      // Main replaces the page when it locks; cached session data is gone even earlier.
      if (state.locked) client.removeQueries({ queryKey: ['session'] });
      // Requests refused only because of the lock are repeated.
      else void client.resetQueries({ predicate: (query) => query.state.status === 'error' });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Reads again on an event. A first read under way can be outdated, and a refetch would join it. */
async function readAgain(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

function isSame({ sessionId }: SessionView): (other: SessionView) => boolean {
  return (other) => other.sessionId === sessionId;
}
