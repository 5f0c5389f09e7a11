import { FileKey2, UserRoundSearch } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ServerClock, ServerTime } from '../../ui/server-clock.tsx';
import { isSamePlace, type PlaceOfEntry } from '../../api/entry-actions.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { apiPath } from '../../parts/path/path-forms.ts';
import type { CompareSide } from '../../workspace/tabs.ts';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { SessionRemedies } from '../../parts/refusal/session-remedies.tsx';
import { Row, Text, Stack } from '../../ui/layout.tsx';
import css from './compare.module.css';
import type { SideState } from './compared.ts';

export interface CompareSideHeaderProps {
  readonly which: 'left' | 'right';
  readonly side: CompareSide;
  /** The other side: a session shared by both is named only once. */
  readonly other: CompareSide;
  readonly state: SideState;
}

/** Opens the steps to find out who changed an entry. */
export function WhoChanged({ place }: { readonly place: PlaceOfEntry }) {
  return (
    <Button variant="ghost" icon={UserRoundSearch} onClick={() => askAction({ kind: 'who-changed', place })}>
      Who changed this?
    </Button>
  );
}

/** One line about a side, or the reason it is missing; what both sides share is said above them. */
export function CompareSideHeader({ which, side, other, state }: CompareSideHeaderProps) {
  const { sessions } = useOpenSessions();
  const { openEntry } = useWorkspaceActions();
  const { sessionId, mount, path, version } = side;
  const session = sessions.find((one) => one.sessionId === sessionId);
  const view = state.kind === 'open' ? state.view : undefined;
  const shown = view?.version ?? version;
  const same = isSamePlace(side, other);
  const label = which === 'left' ? 'Left side' : 'Right side';
  return (
    <Stack as="section" gap={6} shrinks aria-label={label} data-colour={session?.colour}>
      {sessionId !== other.sessionId && session !== undefined && (
        <Row as="p" align="center" gap={8} weight={600} breaks>
          <span className={css['colour']} aria-hidden="true" />
          {session.name}
        </Row>
      )}
      <Row wrap align="center" gap={6}>
        {!same && (
          <Text weight={600} breaks lines data-mono data-selectable>
            {mount.path}
            {path}
          </Text>
        )}
        {shown !== undefined && (
          <Chip tone={version === undefined ? 'accent' : 'neutral'}>
            version {shown}
            {version === undefined ? ' · current' : ''}
          </Chip>
        )}
        {view?.createdTime !== undefined && (
          <Chip>
            saved{' '}
            <ServerClock value={session?.health.clockAheadMs ?? 0}>
              <ServerTime iso={view.createdTime} />
            </ServerClock>
          </Chip>
        )}
        {view !== undefined && <Chip>{counted(view.keys.length, 'key')}</Chip>}
        <Button
          small
          variant="ghost"
          icon={FileKey2}
          aria-label={`Open the ${which} side`}
          onClick={() =>
            openEntry(mount, path, { sessionId, pin: true, ...(version === undefined ? {} : { version }) })
          }
        >
          Open
        </Button>
        {!same && <WhoChanged place={{ sessionId, mount, path }} />}
      </Row>
      {state.kind === 'failed' && session !== undefined && (
        <SessionRemedies session={session}>
          {state.error.kind === 'forbidden' ? (
            <RefusalCard error={state.error} capability="read" apiPath={apiPath(mount, path)} />
          ) : (
            <ErrorPanel error={state.error} />
          )}
        </SessionRemedies>
      )}
    </Stack>
  );
}
