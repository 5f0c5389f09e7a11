/**
 * The trusted view's bridge: its request, states, arming, one answer, copy and print. It has no part of the app's own
 * bridge.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { TrustedBridge } from '../shared/ipc/trusted-contract.ts';
import { trustedChannels } from './ipc/channels.ts';

const bridge: TrustedBridge = {
  request: () => ipcRenderer.invoke(trustedChannels.request),
  painted: () => ipcRenderer.invoke(trustedChannels.painted),
  withdrawn: () => ipcRenderer.invoke(trustedChannels.withdrawn),
  mayAnswer: () => ipcRenderer.invoke(trustedChannels.mayAnswer),
  answer: (answer) => ipcRenderer.invoke(trustedChannels.answer, answer),
  copy: () => ipcRenderer.invoke(trustedChannels.copy),
  print: () => ipcRenderer.invoke(trustedChannels.print),
  drawMark: () => ipcRenderer.invoke(trustedChannels.drawMark),
};

contextBridge.exposeInMainWorld('trusted', bridge);
