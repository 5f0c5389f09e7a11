/**
 * The bridge on `window.strongroom`: one function for all calls and one for all events. It checks nothing and holds no
 * state; main decides everything.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, cancelChannel, dropChannel, eventChannel } from './ipc/channels.ts';
import { guardDrops } from './window/preload-drops.ts';

type Listener = (name: unknown, payload: unknown) => void;

/** One Electron listener serves all subscribers: Electron warns of a leak at the eleventh. */
const listeners = new Set<{ readonly hear: Listener }>();
// The event object stays here: it can send on any channel.
ipcRenderer.on(eventChannel, (_event: unknown, name: unknown, payload: unknown) => {
  for (const { hear } of [...listeners]) hear(name, payload);
});

guardDrops(globalThis as unknown as Parameters<typeof guardDrops>[0], () => ipcRenderer.invoke(dropChannel));

contextBridge.exposeInMainWorld('strongroom', {
  call: (name: unknown, input: unknown, callId: unknown, byItself: unknown) =>
    ipcRenderer.invoke(callChannel, name, input, callId, byItself === true),
  cancel: (callId: unknown) => ipcRenderer.send(cancelChannel, callId),
  on: (hear: Listener) => {
    const one = { hear };
    listeners.add(one);
    return () => void listeners.delete(one);
  },
});
