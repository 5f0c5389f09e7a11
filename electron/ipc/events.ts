/**
 * Sends events to the window in their order, each through the leaving gate. Events without a window are dropped: a
 * new page reads the state anew. A large one is scanned away from main, and the following wait for it; a lock
 * overtakes and drops waiting events, because their page is gone.
 */
import type { WebContents } from 'electron';
import type { EventName } from '../../shared/ipc/contract.ts';
import type { Outgoing } from '../core/gates/outgoing.ts';
import type { Emit } from '../core/platform.ts';
import { eventChannel } from './channels.ts';
import { isPageOf } from './guard.ts';

/** Makes the emitter for the window of `contents`; only a page of `app://host` receives events. */
export function makeEmit(
  contents: () => WebContents | undefined,
  host: string,
  outgoing: Pick<Outgoing, 'event'>,
): Emit {
  let locks = 0;
  /** Settles when all waiting are sent. */
  let waiting: Promise<void> | undefined;

  function send(name: EventName, crossing: unknown): void {
    const target = contents();
    if (target === undefined || target.isDestroyed() || !isPageOf(target.getURL(), host)) return;
    target.send(eventChannel, name, crossing);
  }

  async function sendAfter(
    before: Promise<void> | undefined,
    pass: () => unknown,
    name: EventName,
  ): Promise<void> {
    const since = locks;
    await before;
    try {
      const crossing = await pass();
      if (locks === since) send(name, crossing);
    } catch {
      // An event that cannot be scanned does not leave.
    }
  }

  return (name, told) => {
    if (name === 'lock.changed') {
      locks++;
      waiting = undefined;
    }
    const pass = waiting === undefined ? outgoing.event(name, told) : undefined;
    if (waiting === undefined && !(pass instanceof Promise)) {
      send(name, pass);
      return;
    }
    const mine: Promise<void> = sendAfter(waiting, () => pass ?? outgoing.event(name, told), name).then(
      () => {
        if (waiting === mine) waiting = undefined;
      },
    );
    waiting = mine;
  };
}
