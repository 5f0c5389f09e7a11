/**
 * Every prompt says the environment of the connection that it is about, so that nobody revokes in the wrong place. A request
 * may name it itself; for the rest it is known here from the call that asks. Of a call about two environments it is not said
 * which is meant: such a prompt names its own.
 */
import type { Ask } from '../platform.ts';
import { currentCall } from './call-scope.ts';

/** Puts it into every request that has none. */
export function sayEnvironment(ask: Ask): Ask {
  return (request, signal) => {
    if (request.environment !== undefined) return ask(request, signal);
    const environment = currentCall()?.environment?.();
    return ask(environment === undefined ? request : { ...request, environment }, signal);
  };
}
