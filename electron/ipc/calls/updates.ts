/** `updates.*`: new versions of the app. Contacting an address and installing are confirmed in the secure prompt. */
import * as z from 'zod/mini';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { none } from './fields.ts';

export const updateCalls = [
  call('updates.state', {
    input: none,
    effect: 'read',
    about: nothing,
    whenLocked: 'refused',
    asks: 'nothing',
    run: (_nothing, _none, { services }) => services.updates.state(),
  }),
  call('updates.setMode', {
    input: z.strictObject({ mode: z.enum(['off', 'ask', 'automatic']) }),
    effect: 'write',
    says: 'Change how Strongroom is updated',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: (_nothing, { mode }, { services, signal }) => services.updates.setMode(mode, signal),
  }),
  call('updates.setFeed', {
    input: z.strictObject({ address: z.string().check(z.maxLength(2048)) }),
    effect: 'write',
    says: 'Change where new versions come from',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm-trust'],
    run: (_nothing, { address }, { services, signal }) => services.updates.setFeed(address, signal),
  }),
  call('updates.check', {
    input: none,
    effect: 'write',
    says: 'Look for a new version',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: (_nothing, _none, { services, signal }) => services.updates.check(signal),
  }),
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
  call('updates.setAtQuit', {
    input: z.strictObject({ on: z.boolean() }),
    effect: 'write',
    says: 'Change when a new version is installed',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: (_nothing, { on }, { services, signal }) => services.updates.setAtQuit(on, signal),
  }),
  call('updates.installNow', {
    input: none,
    effect: 'write',
    says: 'Install a new version',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: (_nothing, _none, { services, signal }) => services.updates.installNow(signal),
  }),
] as const;
