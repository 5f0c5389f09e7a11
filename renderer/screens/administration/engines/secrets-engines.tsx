import type { TopicPageProps } from '../topic.ts';
import { Mounts } from './mounts.tsx';

/** Secrets engines: the mounts, and all actions on them. */
export function SecretsEngines({ session }: TopicPageProps) {
  return <Mounts session={session} kind="secret" />;
}
