import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './token.module.css';

export interface RevokePlanProps {
  readonly session: SessionView;
  readonly rows: readonly AccessorRow[];
  readonly onClose: () => void;
  readonly onRevoke: () => void;
}

/** Longer lists are for the table. */
const listed = 200;

/** What would be revoked, and what deserves a second look. Main asks once more, in the trusted view. */
export function RevokePlan({ session, rows, onClose, onRevoke }: RevokePlanProps) {
  const own = rows.some(({ accessor }) => accessor === session.token.accessor);
  const roots = rows.filter(({ token }) => token?.policies.includes('root') === true).length;
  const parents = rows.filter(({ token }) => token?.type === 'service').length;
  const count = words(rows.length, 'token');
  return (
    <FormDialog
      wide
      title={`Revoke ${count}`}
      description="One after another, by their accessors. Every token that one of them has made ends with it, and so do all their leases. None of it can be undone."
      action={`Revoke ${count}…`}
      variant="destroy"
      onClose={onClose}
      onSubmit={onRevoke}
    >
      <div className={css['plan']}>
        {own && (
          <Warning>
            Your own token is among them: this session can do nothing more once its turn has come. It is
            revoked last.
          </Warning>
        )}
        {roots > 0 && (
          <Warning>
            {words(roots, 'root token')} {roots === 1 ? 'is' : 'are'} among them. A new one takes a quorum of
            key holders.
          </Warning>
        )}
        {parents > 0 && (
          <p className={css['explain']}>
            How many tokens were made by them cannot be counted beforehand: the server tells nobody.
          </p>
        )}
        <ul className={css['list']} aria-label="To be revoked" data-selectable>
          {rows.slice(0, listed).map(({ accessor, token }) => (
            <li key={accessor}>
              {token?.displayName ?? 'not known'} <code>{accessor}</code>{' '}
              <span className={css['dim']}>{token?.policies.join(', ')}</span>
            </li>
          ))}
          {rows.length > listed && <li>and {(rows.length - listed).toLocaleString('en-GB')} more</li>}
        </ul>
      </div>
    </FormDialog>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={css['warning']} role="note">
      <Icon of={TriangleAlert} size={14} />
      <span>{children}</span>
    </p>
  );
}

function words(count: number, what: string): string {
  return `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`;
}
