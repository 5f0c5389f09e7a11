/** `programs.*`: programs that ask for secrets. */
import * as z from 'zod/mini';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { readOfApp } from '../presets.ts';
import { id } from './fields.ts';

export const programCalls = [
  readOfApp('programs.list', {}, (_nothing, _none, { services }) => services.programs.list()),
  call('programs.revoke', {
    input: z.union([z.strictObject({ id }), z.strictObject({ all: z.literal(true) })]),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Revoke what was granted to a program',
    about: nothing,
    whenLocked: 'refused',
    asks: 'nothing',
    run: (_nothing, which, { services }) => services.programs.revoke('id' in which ? which.id : undefined),
  }),
] as const;
