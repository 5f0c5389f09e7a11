/** `refusal.*`: reasons of the server's refusals. */
import * as z from 'zod/mini';
import { explainRefusal } from '../../core/refusal/explain.ts';
import { call } from '../call.ts';
import { readsOfSession } from '../presets.ts';
import { inSession, maybe, pathText, shortText } from './fields.ts';

export const refusalCalls = [
  call('refusal.explain', {
    ...readsOfSession,
    input: z.strictObject({
      ...inSession,
      path: pathText,
      method: maybe(shortText),
      capability: maybe(shortText),
    }),
    run: (session, { path, method, capability }, { signal }) =>
      explainRefusal(session, { path, method, capability }, signal),
  }),
] as const;
