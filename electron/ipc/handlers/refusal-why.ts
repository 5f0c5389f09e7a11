/** `refusal.*`: why the server refused something. */
import { explainRefusal } from '../../session/refusal/explain.ts';
import type { DeskParts, HandlersOf } from './desk-parts.ts';

/** Handlers of refusals. */
export function refusalHandlers({ sessions }: DeskParts): HandlersOf<'refusal'> {
  return {
    'refusal.explain': ({ sessionId, path, method, capability }, { signal }) =>
      explainRefusal(sessions.get(sessionId), { path, method, capability }, signal),
  };
}
