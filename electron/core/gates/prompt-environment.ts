/**
 * Every prompt shows the environment of its connection, against revoking in the wrong place. A request can name it
 * itself; otherwise it comes from the call that asks. A call about two environments cannot tell which one is meant:
 * such a prompt names its own.
 */
import type { Ask } from '../platform.ts';
import { currentCall } from './call-scope.ts';

/** Adds the environment to every request without one. */
export function sayEnvironment(ask: Ask): Ask {
  return (request, signal) => {
    if (request.environment !== undefined) return ask(request, signal);
    const environment = currentCall()?.environment?.();
    return ask(environment === undefined ? request : { ...request, environment }, signal);
  };
}
