/** The bridge to the main window's page: events to it, and calls from it. */
import { ipcMain } from 'electron';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import type { Emit } from '../core/platform.ts';
import { makeEmit } from '../ipc/events.ts';
import type { AllowedPage } from '../ipc/guard.ts';
import { registerCalls } from '../ipc/register.ts';
import { makeCallRunner, type CallRunner } from '../ipc/run.ts';
import { mainHost } from '../window/main-window.ts';
import type { FirstAnswers } from './first-answers.ts';
import type { LateBackend } from './late-backend.ts';
import type { WindowSlot } from './window-slot.ts';

export interface BridgeParts {
  readonly contents: WindowSlot['contents'];
  readonly known: KnownCredentials;
  readonly backend: LateBackend;
  /** Called when a session has opened, closed or changed, and on a lock. */
  readonly sessionsChanged: () => void;
  readonly log: (line: string) => void;
}

export interface Bridge {
  /** The one page that may call. */
  readonly page: AllowedPage;
  readonly emit: Emit;
  /** Begins to answer calls; `firstAnswers` answers what it can until the backend is loaded. */
  readonly serve: (firstAnswers: FirstAnswers) => CallRunner;
}

/** Makes the bridge; it answers no call yet. */
export function makeBridge({ contents, known, backend, sessionsChanged, log }: BridgeParts): Bridge {
  const page: AllowedPage = { contents, host: mainHost };
  const outgoing = makeOutgoing(known, async (name, input, sizeBytes) => {
    const { services } = await backend.load();
    return services.runTask(name, input, sizeBytes);
  });
  const emitToPage = makeEmit(contents, mainHost, outgoing);
  return {
    page,
    emit: (name, payload) => {
      emitToPage(name, payload);
      if (name === 'session.changed' || name === 'session.closed' || name === 'lock.changed')
        sessionsChanged();
    },
    serve: (firstAnswers) => {
      const runner = makeCallRunner({
        behind: backend.load,
        first: (name) => (backend.loaded() === undefined ? firstAnswers(name) : undefined),
        outgoing,
        log,
      });
      registerCalls(ipcMain, runner, page, log);
      return runner;
    },
  };
}
