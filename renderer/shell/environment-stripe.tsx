import type { SessionView } from '../../shared/ipc/contract.ts';
import { kindOfEnvironment } from '../../shared/vault/connection.ts';

/** What the connection in front is for, over the whole window. Nothing where it is not said. */
export function EnvironmentStripe({ session }: { readonly session: SessionView }) {
  const { environment = '', colour } = session;
  if (environment === '') return null;
  return (
    <div
      role="note"
      aria-label="Environment"
      data-environment={kindOfEnvironment(environment)}
      data-colour={colour}
    >
      <span>{environment}</span>
    </div>
  );
}
