import { useQuery } from '@tanstack/react-query';
import { KeyRound, ListTree, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TokenChoice, TokenInspection } from '../../../shared/vault/token-work.ts';
import { useStore } from '../../api/store.ts';
import { appErrorOf } from '../../api/client.ts';
import { inspectionQuery } from '../../api/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { MissingPermission } from '../../parts/refusal/missing-permission.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { LookUpAnother } from './look-up-another.tsx';
import { TokenFactList } from './token-facts.tsx';
import { TokenHeader } from './token-header.tsx';
import { tokenKinds } from './token-kinds.ts';
import { TokenLife } from './token-life.tsx';
import { choiceOf, toldAtLogin, tokensOf, upToDate } from './token-notes.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import css from './token.module.css';
import { useRefreshKey } from './refresh-key.ts';

export interface TokenScreenProps {
  readonly session: SessionView;
  /** Empty: the session's own token. */
  readonly accessor: string;
}

const nothingKnown: TokenNotes = {};

/** One token: mine, by its accessor, or by its value. */
export function TokenScreen({ session, accessor }: TokenScreenProps) {
  const known = useStore(tokensOf(session.sessionId)).notes[accessor] ?? nothingKnown;
  const another = accessor === '' && known.accessor !== session.token.accessor;
  const note = another ? nothingKnown : known;
  const choice = choiceOf(accessor, note);
  if (choice === undefined) return <NoLongerHeld />;
  return <KnownToken key={accessor} {...{ session, argument: accessor, note, choice }} />;
}

interface KnownTokenProps {
  readonly session: SessionView;
  readonly argument: string;
  readonly note: TokenNotes;
  readonly choice: TokenChoice;
}

function KnownToken({ session, argument, note, choice }: KnownTokenProps) {
  const mine = argument === '';
  // Every request with a limited-use token spends a use: a person decides whether it is worth that.
  const costs = session.token.numUses !== 0;
  // It has been refused already: a person decides whether to ask once more.
  const blind = mine && session.token.noLookUp !== undefined;
  const revoked = note.revoked !== undefined;
  const query = useQuery({
    ...inspectionQuery(session.sessionId, choice, session.token.accessor),
    enabled: !costs && !revoked && !blind,
  });
  const lookUp = (): void => {
    if (!revoked) void query.refetch();
  };
  useRefreshKey(lookUp);
  const looked = query.data;
  const token = shownOf(session, mine, looked);
  const error = query.isError ? appErrorOf(query.error) : undefined;

  if (token === undefined)
    return (
      <Page title={argument}>
        {error !== undefined ? (
          <LookUpProblem error={error} onRetry={lookUp} />
        ) : costs && !query.isFetching ? (
          <CostsAUse session={session} onLookUp={lookUp} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Page>
    );
  return (
    <div className={css['scroll']}>
      <TokenHeader
        {...{ session, token, choice, note, argument }}
        looked={looked !== undefined}
        card={mine ? session.token.id : looked?.id}
        onRefresh={lookUp}
      />
      {error !== undefined && <LookUpProblem error={error} onRetry={lookUp} />}
      {note.revoked !== undefined && <Revoked revoked={note.revoked} />}
      {blind && looked === undefined && error === undefined && (
        <NoLookUp session={session} onLookUp={lookUp} busy={query.isFetching} />
      )}
      {mine && costs && !blind && looked === undefined && (
        <CostsAUse mine session={session} onLookUp={lookUp} busy={query.isFetching} />
      )}
      <div className={css['columns']}>
        <TokenLife {...{ session, token, note, mine }} />
        <Panel title="What kind of token it is">
          <dl className={css['kinds']}>
            {tokenKinds(token).map(({ name, meaning }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
      <Panel title="What the server says about it">
        <TokenFactList token={token} full={looked !== undefined} />
      </Panel>
      {looked !== undefined && looked.raw !== '' && (
        <Disclosure title="Raw answer" note="credentials hidden">
          <pre className={css['raw']} tabIndex={0} aria-label="Raw answer">
            {looked.raw}
          </pre>
        </Disclosure>
      )}
      {mine && <LookUpAnother session={session} />}
    </div>
  );
}

/** What there is to show: the look-up, with what the session has learned since; of one's own at least the login's facts. */
function shownOf(
  session: SessionView,
  mine: boolean,
  looked: TokenInspection | undefined,
): LookedUp | undefined {
  if (!mine) return looked;
  return looked === undefined ? toldAtLogin(session.token) : upToDate(looked, session.token);
}

function Page({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={css['scroll']}>
      <header className={css['headings']}>
        <p className={css['over']}>Token</p>
        <h2 className={css['name']} data-selectable data-mono>
          {title}
        </h2>
      </header>
      {children}
    </div>
  );
}

function LookUpProblem({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const title = 'This token could not be looked up';
  if (error.kind === 'forbidden' && error.path !== undefined)
    return (
      <MissingPermission
        error={error}
        title={title}
        capability={error.method === 'GET' ? 'read' : 'update'}
        apiPath={error.path}
      />
    );
  return (
    <ErrorPanel
      error={error}
      title={title}
      actions={
        <Button small icon={RefreshCw} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

interface CostsAUseProps {
  readonly session: SessionView;
  readonly mine?: boolean;
  readonly onLookUp: () => void;
  readonly busy?: boolean;
}

function CostsAUse({ session, onLookUp, mine = false, busy = false }: CostsAUseProps) {
  const { numUses } = session.token;
  return (
    <div role="note" className={css['costs']}>
      <p>
        {numUses === 1
          ? 'Your token can be used one more time. A look-up would be that use, and the token is dead after it.'
          : `Your token can be used ${numUses.toLocaleString('en-GB')} more times, and a look-up spends one of them.`}{' '}
        {mine ? 'What stands below is what the login has told.' : 'Nothing has been asked yet.'}
      </p>
      <Button small disabled={busy} onClick={onLookUp}>
        {busy ? 'Looking it up…' : 'Look it up for one use'}
      </Button>
    </div>
  );
}

/** A token that works and may not be looked up by itself. */
function NoLookUp({ session, onLookUp, busy = false }: CostsAUseProps) {
  const { noLookUp, numUses } = session.token;
  return (
    <div role="note" className={css['costs']}>
      <p>
        This token may not look itself up.{' '}
        {noLookUp === 'nothing'
          ? 'It works, but its TTL, policies and uses are not known.'
          : 'What stands below is what its login or renewal said.'}
      </p>
      <Button small disabled={busy} onClick={onLookUp}>
        {numUses === 0 ? 'Refresh' : 'Refresh (1 use)'}
      </Button>
    </div>
  );
}

function Revoked({ revoked }: { readonly revoked: NonNullable<TokenNotes['revoked']> }) {
  return (
    <div role="status" className={css['costs']}>
      <p>
        Revoked <RelativeTime iso={revoked.at} />. What stands below is what it was.
      </p>
      {revoked.warnings.map((warning) => (
        <p key={warning} className={css['said']} data-selectable>
          {warning}
        </p>
      ))}
    </div>
  );
}

function NoLongerHeld() {
  const { openScreen } = useWorkspaceActions();
  return (
    <EmptyState
      icon={KeyRound}
      title="The value of this token is no longer held"
      actions={
        <Button
          icon={ListTree}
          onClick={() => {
            openScreen('token');
          }}
        >
          To my token
        </Button>
      }
    >
      It has no accessor, so only its value leads to it. Look it up by value again.
    </EmptyState>
  );
}
