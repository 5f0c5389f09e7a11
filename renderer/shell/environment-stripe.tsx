import type { SessionView } from '../../shared/ipc/contract.ts';
import { kindOfEnvironment } from '../../shared/vault/connection.ts';

/** Environment of the front connection, across the window. Hidden if the connection has none. */
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
