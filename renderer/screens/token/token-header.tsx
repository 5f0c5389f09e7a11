import { Copy, Ellipsis, Eye, ListTree, RefreshCw, Repeat, SquarePlus, Trash2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { copySecret, showSecret } from '../../api/app.ts';
import { appErrorOf } from '../../api/client.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { tokenKinds } from './token-kinds.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import { keyHint } from '../../workspace/key-map.ts';
import css from './token.module.css';

const RenewDialog = lazy(() =>
  import('./renew-dialog.tsx').then((module) => ({ default: module.RenewDialog })),
);
const RevokeDialog = lazy(() =>
  import('./revoke-dialog.tsx').then((module) => ({ default: module.RevokeDialog })),
);

export interface TokenHeaderProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  /** Its value, where main holds it. */
  readonly card: SecretRef | undefined;
  readonly choice: TokenChoice;
  readonly note: TokenNotes;
  readonly argument: string;
  /** False: all that is known is what the login has told. */
  readonly looked: boolean;
  readonly onRefresh: () => void;
}

/** Whose token it is, of which kind, and what can be done with it. */
export function TokenHeader(props: TokenHeaderProps) {
  const { session, token, card, choice, note, argument, looked, onRefresh } = props;
  const mine = argument === '';
  const { openScreen } = useWorkspaceActions();
  const [dialog, setDialog] = useState<'renew' | 'revoke'>();
  const { failure, run } = useSmallAction();
  const close = (): void => {
    setDialog(undefined);
  };
  const revoked = note.revoked !== undefined;
  const batch = token.type === 'batch';
  const limited = session.token.numUses > 0;
  return (
    <>
      <header className={css['header']}>
        <div className={css['headings']}>
          <p className={css['over']}>{mine ? 'My token' : 'Token'}</p>
          <h2 className={css['name']} data-selectable>
            {token.displayName === '' ? 'without a name' : token.displayName}
          </h2>
          <div className={css['chips']}>
            {tokenKinds(token).map(({ name, tone }) => (
              <Chip key={name} tone={tone}>
                {name}
              </Chip>
            ))}
            <span className={css['readAt']}>
              {looked ? 'looked up' : 'told'} <RelativeTime iso={token.lookedUpAt} />
            </span>
          </div>
        </div>
        <div className={css['toolbar']} role="toolbar" aria-label="Token">
          {mine && (
            <>
              <Button
                icon={ListTree}
                onClick={() => {
                  openScreen('accessors');
                }}
              >
                All tokens
              </Button>
              <Button
                icon={SquarePlus}
                onClick={() => {
                  openScreen('new-token');
                }}
              >
                New token
              </Button>
            </>
          )}
          <Button
            variant="primary"
            icon={Repeat}
            disabled={revoked || batch}
            title={batch ? 'Batch tokens cannot be renewed' : undefined}
            onClick={() => {
              setDialog('renew');
            }}
          >
            Renew…
          </Button>
          <Menu
            trigger={
              <Button aria-label="More" className={css['square']}>
                <Ellipsis size={16} aria-hidden="true" />
              </Button>
            }
            items={[
              {
                label: 'Look up again',
                icon: RefreshCw,
                keys: keyHint('refresh'),
                reason: limited ? `It costs one of ${String(session.token.numUses)} uses` : undefined,
                onSelect: onRefresh,
              },
              'separator',
              {
                label: 'Copy the token',
                icon: Copy,
                disabled: card === undefined,
                reason: card === undefined ? 'An accessor does not tell its token.' : undefined,
                onSelect: () => {
                  if (card !== undefined) run(copySecret(card.secretRef), 'The token is copied.');
                },
              },
              {
                label: 'Show the token…',
                icon: Eye,
                disabled: card === undefined,
                onSelect: () => {
                  if (card !== undefined) run(showSecret(card.secretRef), '');
                },
              },
              'separator',
              {
                label: 'Revoke…',
                icon: Trash2,
                danger: true,
                disabled: revoked || batch,
                reason: batch ? 'The server cannot revoke batch tokens: it does not store them.' : undefined,
                onSelect: () => {
                  setDialog('revoke');
                },
              },
            ]}
          />
        </div>
      </header>
      {failure !== undefined && <ErrorPanel error={failure} />}
      <Suspense fallback={null}>
        {dialog === 'renew' && <RenewDialog {...{ session, token, choice, argument }} onClose={close} />}
        {dialog === 'revoke' && <RevokeDialog {...{ session, token, note, argument }} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Runs a small action, says when it is done, and keeps why it failed; what was closed is no failure. */
function useSmallAction(): {
  failure: AppError | undefined;
  run: (action: Promise<unknown>, done: string) => void;
} {
  const [failure, setFailure] = useState<AppError>();
  const run = (action: Promise<unknown>, done: string): void => {
    setFailure(undefined);
    action.then(
      () => {
        if (done !== '') announce(done);
      },
      (caught: unknown) => {
        const error = appErrorOf(caught);
        if (error.kind !== 'cancelled') setFailure(error);
      },
    );
  };
  return { failure, run };
}
