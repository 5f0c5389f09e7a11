/** `board.*`: health of all servers, for the board of a locked app. */
import * as z from 'zod/mini';
import { boardStatusOf } from '../../../shared/vault/board.ts';
import type { LockedTile } from '../../../shared/vault/board.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { readWhenLocked } from '../presets.ts';
import { none } from './fields.ts';

export const boardCalls = [
  call('board.health', {
    input: none,
    effect: 'read',
    about: nothing,
    // Health only, and only if the user has allowed it: `cluster/health-looks.ts` is the one way there.
    whenLocked: 'answered',
    asks: 'nothing',
    run: async (_nothing, _none, { services }): Promise<readonly LockedTile[]> => {
      const { sessions, healthLooks, lock, preferences, platform } = services;
      const refusal = preferences.get().boardOnLock ? undefined : lock.refusal();
      if (refusal !== undefined) throw new AppFailure(refusal);
      return Promise.all(
        sessions.list().map(async ({ sessionId }): Promise<LockedTile> => {
          try {
            // A hidden board sends no requests.
            const status = platform.seen.isSeen()
              ? await healthLooks.look(sessionId)
              : healthLooks.known(sessionId);
            return { sessionId, ...(status === undefined ? {} : { status: boardStatusOf(status) }) };
          } catch (failure) {
            return { sessionId, problem: asAppError(failure).message };
          }
        }),
      );
    },
  }),
  readWhenLocked('board.fullScreen', { on: z.boolean() }, async (_nothing, { on }, { services }) => {
    await services.platform.setFullScreen(on);
    return {};
  }),
] as const;
