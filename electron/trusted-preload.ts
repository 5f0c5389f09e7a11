/** The trusted view's bridge: its request, its one answer, and copying what it shows. Nothing of the app's own bridge. */
import { contextBridge, ipcRenderer } from 'electron';
import type { TrustedBridge } from '../shared/ipc/trusted-contract.ts';
import { trustedChannels } from './ipc/channels.ts';

const bridge: TrustedBridge = {
  request: () => ipcRenderer.invoke(trustedChannels.request),
  answer: (answer) => ipcRenderer.invoke(trustedChannels.answer, answer),
  copy: () => ipcRenderer.invoke(trustedChannels.copy),
};

contextBridge.exposeInMainWorld('trusted', bridge);
