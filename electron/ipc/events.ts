/**
 * Sends events to the window, each through the gate for what leaves. What is sent while there is no window is dropped: a
 * new page asks for the state anew.
 */
import type { WebContents } from 'electron';
import { eventsAsJson } from '../../shared/ipc/contract.ts';
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
  return (name, told) => {
    const target = contents();
    if (target === undefined || target.isDestroyed() || !isPageOf(target.getURL(), host)) return;
    const payload = outgoing.event(name, told);
    target.send(eventChannel(name), eventsAsJson.has(name) ? { json: JSON.stringify(payload) } : payload);
  };
}
