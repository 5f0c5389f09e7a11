/** `updates.*`: new versions of the app. Contacting an address and installing are confirmed in the secure prompt. */
import * as z from 'zod/mini';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { readOfApp, writeOfApp } from '../presets.ts';
import { none } from './fields.ts';

export const updateCalls = [
  readOfApp('updates.state', {}, (_nothing, _none, { services }) => services.updates.state()),
  writeOfApp(
    'updates.setMode',
    'Change how Strongroom is updated',
    { mode: z.enum(['off', 'ask', 'automatic']) },
    (_nothing, { mode }, { services, signal }) => services.updates.setMode(mode, signal),
  ),
  call('updates.setFeed', {
    input: z.strictObject({ address: z.string().check(z.maxLength(2048)) }),
    effect: 'write',
    says: 'Change where new versions come from',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm-trust'],
    run: (_nothing, { address }, { services, signal }) => services.updates.setFeed(address, signal),
  }),
  writeOfApp('updates.check', 'Look for a new version', {}, (_nothing, _none, { services, signal }) =>
    services.updates.check(signal),
  ),
  call('updates.download', {
    input: none,
    effect: 'write',
    says: 'Download a new version',
    about: nothing,
    whenLocked: 'refused',
    asks: 'nothing',
    run: (_nothing, _none, { services, signal }) => services.updates.download(signal),
  }),
  call('updates.cancel', {
    input: none,
    effect: 'write',
    says: 'Cancel looking for a new version',
    about: nothing,
    whenLocked: 'refused',
    asks: 'nothing',
    run: (_nothing, _none, { services }) => services.updates.cancel(),
  }),
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
