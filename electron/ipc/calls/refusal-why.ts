/** `refusal.*`: why the server refused something. */
import { explainRefusal } from '../../core/refusal/explain.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of refusals. */
export function refusalHandlers({ sessions }: DeskParts): HandlersOf<'refusal'> {
  return {
    'refusal.explain': ({ sessionId, path, method, capability }, { signal }) =>
      explainRefusal(sessions.get(sessionId), { path, method, capability }, signal),
  };
}
