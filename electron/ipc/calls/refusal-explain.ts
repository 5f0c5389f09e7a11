/** `refusal.*`: reasons of the server's refusals. */
import { explainRefusal } from '../../core/refusal/explain.ts';
import { read } from '../presets.ts';
import { maybe, pathText, shortText } from './fields.ts';

export const refusalCalls = [
  read(
    'refusal.explain',
    { path: pathText, method: maybe(shortText), capability: maybe(shortText) },
    (session, { path, method, capability }, { signal }) =>
      explainRefusal(session, { path, method, capability }, signal),
  ),
] as const;
