import { Copy, Eye, RefreshCw, Repeat, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { menuActions, useActions } from '../../workspace/action-registry.ts';
import { keyHint } from '../../workspace/key-map.ts';
import { renewRefusal, revokeRefusal } from './token-end.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import type { Revoke } from './use-revoke.ts';
import { lazily } from '../../ui/lazily.ts';

const RenewDialog = lazily(() => import('./renew-dialog.tsx'), 'RenewDialog');

export interface TokenActionsProps {
  readonly session: SessionView;
  readonly token: LookedUp;
  readonly note: TokenNotes;
  readonly choice: TokenChoice;
  /** Empty: the session's own. */
  readonly argument: string;
  /** Its value, if main holds it. */
  readonly value: SecretRef | undefined;
  readonly revoke: Revoke;
  readonly onRefresh: () => void;
}

/** Actions on a token. Disabled ones state the reason. */
export function TokenActions(props: TokenActionsProps) {
  const { session, token, note, choice, argument, value, revoke, onRefresh } = props;
  const [renewing, setRenewing] = useState(false);
  const { failure, busy, run } = useAction();
  const noRenewal = renewRefusal(token, note);
  const noRevocation = revokeRefusal(token, note);
  const { numUses } = session.token;
  const revokeAlone = 'Revoke, keep child tokens…';
  const items: readonly MenuItem[] = [
    {
      label: 'Refresh token',
      icon: RefreshCw,
      key: 'refresh',
      reason: numUses > 0 ? `It costs one of ${grouped(numUses)} uses` : undefined,
      onSelect: onRefresh,
    },
    'separator',
    {
      label: 'Copy token',
      icon: Copy,
      disabled: value === undefined || busy,
      reason: value === undefined ? 'An accessor does not contain its token' : undefined,
      onSelect: () => {
        if (value === undefined) return;
        void run(async () => {
          await vault.secret.copy({ secretRef: value.secretRef });
          announce('The token is copied.');
        });
      },
    },
    {
      label: 'Show token…',
      icon: Eye,
      disabled: value === undefined || busy,
      onSelect: () => {
        if (value !== undefined) void run(() => vault.secret.show({ secretRef: value.secretRef }));
      },
    },
    'separator',
    {
      label: revokeAlone,
      icon: Trash2,
      danger: true,
      disabled: noRevocation !== undefined || revoke.busy,
      reason: noRevocation ?? (choice.by === 'accessor' ? 'It takes the token itself' : undefined),
      onSelect: () => revoke.run(true),
    },
  ];
  const renew = (): void => setRenewing(true);
  useActions(() => [
    ...menuActions(items, { id: 'token', group: 'Tokens', region: 'main', binds: false }),
    {
      id: 'token.renew',
      label: 'Renew token…',
      group: 'Tokens',
      icon: Repeat,
      region: 'main',
      run: renew,
      ...(noRenewal === undefined ? {} : { disabled: true, reason: noRenewal }),
    },
    {
      id: 'token.revoke',
      label: 'Revoke token…',
      group: 'Tokens',
      icon: Trash2,
      region: 'main',
      hint: keyHint('revoke'),
      disabled: noRevocation !== undefined || revoke.busy,
      ...(noRevocation === undefined ? {} : { reason: noRevocation }),
      run: () => revoke.run(false),
    },
  ]);
  return (
    <>
      <Row wrap align="start" gap={8} role="toolbar" aria-label="Token">
        <Button
          icon={Repeat}
          disabled={noRenewal !== undefined}
          title={noRenewal === undefined ? undefined : `Not renewable: ${noRenewal}`}
          onClick={renew}
        >
          Renew…
        </Button>
        <Button
          variant="danger"
          icon={Trash2}
          disabled={noRevocation !== undefined || revoke.busy}
          title={noRevocation ?? keyHint('revoke')}
          onClick={() => revoke.run(false)}
        >
          {revoke.busy ? 'Waiting…' : 'Revoke…'}
        </Button>
        <MoreMenu items={items} />
      </Row>
      {/* A token that never expires says so below, in large letters. */}
      {noRenewal !== undefined && note.revoked === undefined && token.expireTime !== null && (
        <Text as="p" tone="dim" size={12} leading={18} pretty>
          Not renewable: {noRenewal}.
        </Text>
      )}
      <RevokeFailure revoke={revoke} />
      {failure !== undefined && <ErrorPanel error={failure} />}
      <Suspense fallback={null}>
        {renewing && (
          <RenewDialog
            session={session}
            token={token}
            choice={choice}
            argument={argument}
            onClose={() => setRenewing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function RevokeFailure({ revoke: { other, failure } }: Pick<TokenActionsProps, 'revoke'>) {
  return (
    <>
      {other !== undefined && (
        <Text as="p" role="alert" tone="danger" breaks>
          That is another token{other === '' ? '' : `, with the accessor ${other}`}. Nothing was revoked.
        </Text>
      )}
      {failure !== undefined && (
        <ErrorPanel
          error={failure}
          title={failure.kind === 'outcome-unknown' ? 'Revoked or not: unknown' : 'Not revoked'}
        />
      )}
    </>
  );
}
