/**
 * The topics of administration, in the order of the list: a line each, whose page is loaded when it is first shown. What
 * has no page is not here. The palette offers each topic by its title.
 */
import { Blocks, Fingerprint, Hourglass, LogIn } from 'lucide-react';
import { topicPage } from './topic.ts';
import type { Topic } from './topic.ts';

export const topics: readonly Topic[] = [
  {
    ...{ topic: 'secrets-engines', title: 'Secrets engines', group: 'Access', icon: Blocks },
    also: 'mounts enable tune move disable kv upgrade',
    Page: topicPage(async () => (await import('./engines/secrets-engines.tsx')).SecretsEngines),
  },
  {
    ...{ topic: 'auth-methods', title: 'Auth methods', group: 'Access', icon: LogIn },
    also: 'login mounts enable tune move disable users roles',
    Page: topicPage(async () => (await import('./engines/auth-methods.tsx')).AuthMethods),
  },
  {
    ...{ topic: 'identity', title: 'Identity', group: 'Access', icon: Fingerprint },
    also: 'entities aliases groups whose token',
    Page: topicPage(async () => (await import('./identity/identity.tsx')).Identity),
  },
  {
    ...{ topic: 'leases', title: 'Leases', group: 'Access', icon: Hourglass },
    also: 'look up renew revoke prefix',
    Page: topicPage(async () => (await import('./leases/leases.tsx')).Leases),
  },
];

/** The topic and its detail of a tab's argument; the first topic where there is none of that name. */
export function readArgument(argument: string): {
  readonly topic: Topic | undefined;
  readonly detail: string;
} {
  const [name = '', ...rest] = argument.split(':');
  return { topic: topics.find(({ topic }) => topic === name) ?? topics[0], detail: rest.join(':') };
}
