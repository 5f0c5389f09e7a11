/**
 * The bridge: puts one method a call on `window.strongroom`, from the contract's list of names. It checks nothing and
 * knows nothing; everything is decided in main.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { callNames, eventNames, type CallName, type EventName } from '../shared/ipc/contract.ts';
import { callChannel, cancelChannel, dropChannel, eventChannel } from './ipc/channels.ts';
import { guardDrops } from './preload-drops.ts';

type Method = (input: unknown, callId: number) => Promise<unknown>;

function method(name: CallName): Method {
  const channel = callChannel(name);
  return (input, callId) => ipcRenderer.invoke(channel, input, callId);
}

function subscription(name: EventName): (listener: (payload: unknown) => void) => () => void {
  const channel = eventChannel(name);
  return (listener) => {
    // The event object itself stays here: it holds the way to send on any channel.
    const heard = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(channel, heard);
    return () => void ipcRenderer.removeListener(channel, heard);
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
