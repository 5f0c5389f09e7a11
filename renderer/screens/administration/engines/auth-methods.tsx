import type { TopicPageProps } from '../topic.ts';
import { Mounts } from './mounts.tsx';

/** Auth methods: the ways that users and programs log in, and their accounts. */
export function AuthMethods({ session }: TopicPageProps) {
  return <Mounts session={session} kind="auth" />;
}
