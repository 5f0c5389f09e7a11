/** The environment of the connection that a prompt is about, as it stands over the window. */
import type { PromptEnvironment, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { kindOfEnvironment } from '../../shared/vault/connection.ts';
import { make } from './dom.ts';

/** Builds the band; undefined where nothing is said of an environment. */
export function environmentBand(request: TrustedRequest): HTMLElement | undefined {
  const environment = environmentIn(request);
  if (environment === undefined) return undefined;
  const { name, colour } = environment;
  return make(
    'div',
    {
      ...{ role: 'note', 'aria-label': 'Environment', id: 'environment' },
      ...{ 'data-environment': kindOfEnvironment(name), 'data-colour': colour },
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
