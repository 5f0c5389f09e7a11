/**
 * One query cache for the window. `networkMode: always`, because a Vault on localhost works without a network; no
 * retries, because main's client retries what may be retried; no refetch on focus, because a GET may mint a credential.
 */
import { QueryClient, timeoutManager } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { on } from './client.ts';
import { answerListKey } from './answers.ts';
import { clipboardKey, connectAskedKey, unkeptKey } from './app.ts';
import { topicKey } from './administration.ts';
import { lockKey } from './lock.ts';
import { createSeenTimers } from './seen-timers.ts';
import { mountsKey } from './mounts.ts';
import { anySessionKey, rememberSession, sessionKey, sessionsKey } from './session.ts';
import { updatesKey } from './updates.ts';

// Before there is any cache: timers of one provider are not ended by another.
timeoutManager.setTimeoutProvider(createSeenTimers());

/** Makes the cache with the house's defaults. */
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

/** Lets main's events write into the cache; returns what ends it. */
export function connectEvents(client: QueryClient): () => void {
  const ends = [
    on('session.changed', (session) => {
      const before = client.getQueryData<readonly SessionView[]>(sessionsKey)?.find(isSame(session));
      // A login at another cluster: what was read belongs to the one before. A sealed server does not say which it is.
      const [was, is] = [before?.health.clusterId ?? '', session.health.clusterId];
      if (was !== '' && is !== '' && was !== is)
        void client.resetQueries({ queryKey: sessionKey(session.sessionId) });
      rememberSession(client, session);
    }),
    on('session.closed', ({ sessionId }) => {
      client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) =>
        before.filter((session) => session.sessionId !== sessionId),
      );
      client.removeQueries({ queryKey: sessionKey(sessionId) });
    }),
    on('mount.changed', ({ sessionId }) => {
      for (const queryKey of [mountsKey(sessionId), topicKey(sessionId, 'mounts')])
        void client.invalidateQueries({ queryKey });
    }),
    on('clipboard.changed', (state) => {
      client.setQueryData(clipboardKey, state);
    }),
    on('app.connectAsked', ({ address }) => {
      client.setQueryData(connectAskedKey, address);
    }),
    on('app.unkeptChanged', (unkept) => {
      // An answer that is under way may be from before; asking anew would wait for that very answer while it is the first.
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
      // Main replaces the page when it locks; what was read is gone before that, too.
      if (state.locked) client.removeQueries({ queryKey: anySessionKey });
      // What was refused only because of the lock is asked again.
      else void client.resetQueries({ predicate: (query) => query.state.status === 'error' });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function isSame({ sessionId }: SessionView): (other: SessionView) => boolean {
  return (other) => other.sessionId === sessionId;
}
