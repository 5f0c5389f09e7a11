/**
 * Sends events to the window in their order, each through the gate for what leaves. What is sent while there is no window
 * is dropped: a new page asks for the state anew. A large one is looked through away from main, and what follows waits for
 * it; a lock overtakes and drops what waits, because it is for a page that has gone.
 */
import type { WebContents } from 'electron';
import { eventsAsJson } from '../../shared/ipc/contract.ts';
import type { EventName } from '../../shared/ipc/contract.ts';
import type { Outgoing } from '../core/gates/outgoing.ts';
import type { Emit } from '../core/platform.ts';
import { eventChannel } from './channels.ts';
import { isPageOf } from './guard.ts';

/** Makes the emitter of the window that `contents` answers; only a page of `app://host` hears anything. */
export function makeEmit(
  contents: () => WebContents | undefined,
  host: string,
  outgoing: Pick<Outgoing, 'event'>,
): Emit {
  let locks = 0;
  /** Ends when all that waits has been sent. */
  let waiting: Promise<void> | undefined;

  function send(name: EventName, payload: unknown): void {
    const target = contents();
    if (target === undefined || target.isDestroyed() || !isPageOf(target.getURL(), host)) return;
    target.send(eventChannel(name), eventsAsJson.has(name) ? { json: JSON.stringify(payload) } : payload);
  }

  async function sendAfter(
    before: Promise<void> | undefined,
    pass: () => unknown,
    name: EventName,
  ): Promise<void> {
    const since = locks;
    await before;
    try {
      const payload = await pass();
      if (locks === since) send(name, payload);
    } catch {
      // What cannot be looked through does not leave.
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
