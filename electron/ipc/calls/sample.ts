/** `sample.*`: a server on this machine for trying the app out. */
import { startSample } from '../../core/sessions/sample.ts';
import { readWhenLocked, writeOfApp } from '../presets.ts';

export const sampleCalls = [
  readWhenLocked('sample.find', {}, (_nothing, _none, { services }) => ({
    program: services.platform.sample.program() ?? '',
  })),
  writeOfApp('sample.start', 'Start a sample server on this machine', {}, (_nothing, _none, { services }) =>
    startSample(services.platform.sample, services.sessions),
  ),
] as const;
