import type { TopicPageProps } from '../topic.ts';
import { Mounts } from './mounts.tsx';

/** Auth methods: how people and programs log in, and who. */
export function AuthMethods({ session }: TopicPageProps) {
  return <Mounts session={session} kind="auth" />;
}
