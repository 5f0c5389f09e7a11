import { useOpenSessions } from '../../workspace/workspace.tsx';

/** Warns that continuing costs uses, if a session's token has a limited number of them. */
export function LimitedNote({ sessionIds }: { readonly sessionIds: readonly string[] }) {
  const { sessions } = useOpenSessions();
  const limited = sessions.some(
    ({ sessionId, token }) => sessionIds.includes(sessionId) && token.numUses > 0,
  );
  if (!limited) return null;
  return <p data-hint>The token has limited uses, and every request here costs one.</p>;
}
