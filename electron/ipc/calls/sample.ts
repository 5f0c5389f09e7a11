/** `sample.*`: a server on this machine for trying the app out. */
import { startSample } from '../../core/sessions/sample.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { none } from './fields.ts';

export const sampleCalls = [
  call('sample.find', {
    input: none,
    effect: 'read',
    about: nothing,
    whenLocked: 'answered',
    asks: 'nothing',
    run: (_nothing, _none, { services }) => ({ program: services.platform.sample.program() ?? '' }),
  }),
  call('sample.start', {
    input: none,
    effect: 'write',
    says: 'Start a sample server on this machine',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    run: (_nothing, _none, { services }) => startSample(services.platform.sample, services.sessions),
  }),
] as const;
