/**
 * The bridge: puts one method per call on `window.strongroom`, from the contract's list of names. It checks nothing
 * and holds no state; main decides everything.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { callNames, eventNames, type CallName, type EventName } from '../shared/ipc/contract.ts';
import { callChannel, cancelChannel, dropChannel, eventChannel } from './ipc/channels.ts';
import { guardDrops } from './window/preload-drops.ts';

type Method = (input: unknown, callId: number, byItself?: boolean) => Promise<unknown>;

function method(name: CallName): Method {
  const channel = callChannel(name);
  return (input, callId, byItself) => ipcRenderer.invoke(channel, input, callId, byItself === true);
}

type Listener = (payload: unknown) => void;

/** One Electron listener serves all subscribers of an event: Electron warns of a leak at the eleventh. */
function subscription(name: EventName): (listener: Listener) => () => void {
  const listeners = new Set<{ readonly hear: Listener }>();
  // The event object stays here: it can send on any channel.
  ipcRenderer.on(eventChannel(name), (_event: unknown, payload: unknown) => {
    for (const { hear } of [...listeners]) hear(payload);
  });
  return (hear) => {
    const one = { hear };
    listeners.add(one);
    return () => void listeners.delete(one);
  };
}

guardDrops(globalThis as unknown as Parameters<typeof guardDrops>[0], () => ipcRenderer.invoke(dropChannel));

const domains: Record<string, Record<string, Method>> = {};
for (const name of callNames) {
  const [domain = '', verb = ''] = name.split('.');
  (domains[domain] ??= {})[verb] = method(name);
}

contextBridge.exposeInMainWorld('strongroom', {
  ...domains,
  cancel: (callId: number) => ipcRenderer.send(cancelChannel, callId),
  on: Object.fromEntries(eventNames.map((name) => [name, subscription(name)])),
});
