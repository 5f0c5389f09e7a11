/** `updates.*`: new versions of the app. Contacting an address and installing are confirmed in the secure prompt. */
import * as z from 'zod/mini';
import { readOfApp, writeOfApp } from '../presets.ts';

export const updateCalls = [
  readOfApp('updates.state', {}, (_nothing, _none, { services }) => services.updates.state()),
  writeOfApp(
    'updates.setMode',
    'Change how Strongroom is updated',
    { mode: z.enum(['off', 'ask', 'automatic']) },
    (_nothing, { mode }, { services, signal }) => services.updates.setMode(mode, signal),
  ),
  writeOfApp(
    'updates.setFeed',
    'Change where new versions come from',
    { address: z.string().check(z.maxLength(2048)) },
    (_nothing, { address }, { services, signal }) => services.updates.setFeed(address, signal),
    { asks: ['confirm-trust'] },
  ),
  writeOfApp('updates.check', 'Look for a new version', {}, (_nothing, _none, { services, signal }) =>
    services.updates.check(signal),
  ),
  writeOfApp(
    'updates.download',
    'Download a new version',
    {},
    (_nothing, _none, { services, signal }) => services.updates.download(signal),
    { asks: 'nothing' },
  ),
  writeOfApp(
    'updates.cancel',
    'Cancel looking for a new version',
    {},
    (_nothing, _none, { services }) => services.updates.cancel(),
    { asks: 'nothing' },
  ),
  writeOfApp(
    'updates.setAtQuit',
    'Change when a new version is installed',
    { on: z.boolean() },
    (_nothing, { on }, { services, signal }) => services.updates.setAtQuit(on, signal),
  ),
  writeOfApp('updates.installNow', 'Install a new version', {}, (_nothing, _none, { services, signal }) =>
    services.updates.installNow(signal),
  ),
] as const;
