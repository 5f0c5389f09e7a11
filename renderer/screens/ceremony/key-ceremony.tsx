import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, KeyRound, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { changedElsewhere } from '../../../shared/vault/ceremony-changes.ts';
import { standbyWords } from '../../../shared/vault/ceremony.ts';
import type {
  BeginOptions,
  CeremonyStatus,
  CeremonyStep,
  KeyCeremony,
} from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { ceremonyQuery } from '../../api/ceremonies.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import type { Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Problem } from '../../parts/read/loaded.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import css from './ceremony.module.css';

export interface FollowedCeremony {
  readonly status: CeremonyStatus | undefined;
  readonly action: Action;
  readonly begin: (options: BeginOptions) => void;
  readonly give: () => void;
  readonly cancel: (only: 'all' | 'verification') => void;
  /** Replaces a missing status, and reports steps of other users. */
  readonly notices: ReactNode;
}

/** Follows a ceremony and takes part in it: reports steps of other users, not the user's own. */
export function useKeyCeremony(where: Where, ceremony: KeyCeremony): FollowedCeremony {
  const client = useQueryClient();
  const query = useQuery(ceremonyQuery(where, ceremony));
  const action = useAction();
  const [seen, setSeen] = useState<CeremonyStatus>();
  const [notice, setNotice] = useState<string>();
  const status = query.data;
  if (status !== undefined && status !== seen) {
    const said = seen === undefined || action.busy ? undefined : changedElsewhere(seen, status);
    if (said !== undefined) setNotice(said);
    setSeen(status);
  }
  const act = (work: () => Promise<CeremonyStatus>): void => {
    setNotice(undefined);
    void action.run(async () => {
      try {
        const after = await work();
        setSeen(after);
        client.setQueryData(ceremonyQuery(where, after.ceremony).queryKey, after);
      } catch (failure) {
        // Other users can have continued meanwhile; the failure's message says what they did.
        await query.refetch();
        throw failure;
      }
    });
  };
  const stepOf = async (step: Promise<CeremonyStep>): Promise<CeremonyStatus> => (await step).status;
  return {
    status,
    action,
    begin: (options) => act(() => stepOf(vault.ceremony.begin({ where, options }))),
    give: () => {
      if (status !== undefined)
        act(() =>
          stepOf(vault.ceremony.giveShare({ where, ceremony: status.ceremony, nonce: status.nonce })),
        );
    },
    cancel: (only) => {
      if (status !== undefined)
        act(() => vault.ceremony.cancel({ where, ceremony: status.ceremony, nonce: status.nonce, only }));
    },
    notices: (
      <>
        {notice !== undefined && (
          <div className={css['notice']} role="status">
            <p>{notice}</p>
            <IconButton
              small
              icon={X}
              iconSize={14}
              label="Close notice"
              onClick={() => setNotice(undefined)}
            />
          </div>
        )}
        <ErrorPanel error={action.failure} />
        {status === undefined && query.error === null && <Skeleton rows={3} />}
        {query.error !== null && <Problem error={appErrorOf(query.error)} />}
      </>
    ),
  };
}

export interface SharesStepProps {
  readonly followed: FollowedCeremony;
  readonly status: CeremonyStatus;
  /** Label of the button. */
  readonly give: string;
  /** Another step comes first. */
  readonly quiet?: boolean;
}

/** Number of shares entered, the nonce that all holders compare, and the possible next steps. */
export function SharesStep({ followed, status, give, quiet = false }: SharesStepProps) {
  const { ceremony, given, needed, nonce, phase } = status;
  const { busy } = followed.action;
  return (
    <>
      <p className={css['count']} aria-live="polite">
        {given} of {needed} entered
      </p>
      <SharesMeter given={given} needed={needed} />
      {status.onlyHere === true && (
        <Text as="p" role="alert" tone="danger">
          {standbyWords(status)}
        </Text>
      )}
      <Facts selectable of={[['Nonce', <code>{nonce}</code>]]} />
      <Row wrap gap={8}>
        <Button
          variant={quiet ? 'secondary' : 'primary'}
          icon={KeyRound}
          disabled={busy}
          onClick={followed.give}
        >
          {give}
        </Button>
        {phase === 'verification' && (
          <Button icon={RotateCcw} disabled={busy} onClick={() => followed.cancel('verification')}>
            Start verification over…
          </Button>
        )}
        <Button variant="danger" icon={Ban} disabled={busy} onClick={() => followed.cancel('all')}>
          {ceremony === 'generate-root' ? 'Cancel root generation…' : 'Cancel rekey…'}
        </Button>
      </Row>
    </>
  );
}

/** Events that discard the shares given so far: a cancellation, sealing, or a change of leader. */
export function countWords({ leader, onlyHere }: CeremonyStatus): string {
  const end =
    leader === undefined || onlyHere === true ? 'the server is sealed' : `${leader.address} no longer leads`;
  return `Entered shares count until the ceremony is cancelled or ${end}.`;
}
