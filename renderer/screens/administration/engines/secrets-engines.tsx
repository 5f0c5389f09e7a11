import type { TopicPageProps } from '../topic.ts';
import { Mounts } from './mounts.tsx';

/** Secrets engines: what is mounted, and everything that is done with a mount. */
export function SecretsEngines({ session }: TopicPageProps) {
  return <Mounts session={session} kind="secret" />;
}
