import type { SessionView } from '../../shared/ipc/contract.ts';
import { usualEnvironments } from '../../shared/vault/connection.ts';
import css from './environment-stripe.module.css';

/** What the connection in front is for, over the whole window: by its word, a pattern and a colour. Nothing where it is not said. */
export function EnvironmentStripe({ session }: { readonly session: SessionView }) {
  const { environment = '', colour } = session;
  if (environment === '') return null;
  const usual = usualEnvironments.find((one) => one === environment.toLowerCase());
  return (
    <div
      className={css['stripe']}
      role="note"
      aria-label="Environment"
      data-environment={usual ?? 'own'}
      data-colour={colour}
    >
      <span className={css['word']}>{environment}</span>
    </div>
  );
}
