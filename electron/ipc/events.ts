/** Sends events to the window. What is sent while there is no window is dropped: a new page asks for the state anew. */
import type { WebContents } from 'electron';
import { eventsAsJson } from '../../shared/ipc/contract.ts';
import type { Emit } from '../core/platform.ts';
import { eventChannel } from './channels.ts';
import { isPageOf } from './guard.ts';

/** Makes the emitter of the window that `contents` answers; only a page of `app://host` hears anything. */
export function makeEmit(contents: () => WebContents | undefined, host: string): Emit {
  return (name, payload) => {
    const target = contents();
    if (target === undefined || target.isDestroyed() || !isPageOf(target.getURL(), host)) return;
    target.send(eventChannel(name), eventsAsJson.has(name) ? { json: JSON.stringify(payload) } : payload);
  };
}
