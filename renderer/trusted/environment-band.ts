/** Environment of the connection a prompt is about, in the same band as over the window. */
import type { PromptEnvironment, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { kindOfEnvironment } from '../../shared/vault/connection.ts';
import { make } from './dom.ts';

/** Builds the band; undefined if the request has no environment. */
export function environmentBand(request: TrustedRequest): HTMLElement | undefined {
  const environment = environmentIn(request);
  if (environment === undefined) return undefined;
  const { name, colour } = environment;
  return make(
    'div',
    {
      role: 'note',
      'aria-label': 'Environment',
      id: 'environment',
      'data-environment': kindOfEnvironment(name),
      'data-colour': colour,
    },
    make('span', {}, name),
  );
}

function environmentIn(request: TrustedRequest): PromptEnvironment | undefined {
  if (request.environment !== undefined) return request.environment;
  const destination = 'destination' in request ? request.destination : undefined;
  const { environment = '', colour = '' } = destination ?? {};
  return environment === '' ? undefined : { name: environment, colour };
}
