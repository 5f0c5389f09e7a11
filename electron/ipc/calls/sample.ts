/** `sample.*`: a server on this machine for trying the app out. */
import { startSample } from '../../core/sessions/sample.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { readsWhenLocked, writes } from '../presets.ts';
import { none } from './fields.ts';

export const sampleCalls = [
  call('sample.find', {
    ...readsWhenLocked,
    input: none,
    about: nothing,
    run: (_nothing, _none, { services }) => ({ program: services.platform.sample.program() ?? '' }),
  }),
  call('sample.start', {
    ...writes,
    input: none,
    says: 'Start a sample server on this machine',
    about: nothing,
    run: (_nothing, _none, { services }) => startSample(services.platform.sample, services.sessions),
  }),
] as const;
