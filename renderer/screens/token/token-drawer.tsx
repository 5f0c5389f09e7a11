import { useImperativeHandle, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { TokenChoice, TokenInspection } from '../../../shared/vault/token-work.ts';
import { useStore } from '../../api/store.ts';
import { inspectionQuery } from '../../api/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Stack } from '../../ui/layout.tsx';
import { RawJson } from '../../ui/raw-json.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { nameOfToken } from '../../parts/session/token-time.ts';
import { AskServer, Loaded, Problem } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { RefusalsInLine } from '../../parts/refusal/refusal-session.ts';
import { isKey } from '../../workspace/key-map.ts';
import { useRefreshKey } from '../../workspace/refresh-key.ts';
import { TokenActions } from './token-actions.tsx';
import { TokenFactList } from './token-facts.tsx';
import { tokenKinds } from './token-kinds.ts';
import { TokenLife } from './token-life.tsx';
import { choiceOf, toldAtLogin, tokensOf, upToDate } from './token-notes.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';
import { useRevoke } from './use-revoke.ts';
import { revokeRefusal } from './token-end.ts';
import { Chip } from '../../ui/chip.tsx';
import { toned } from '../../ui/tone.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './token.module.css';

export interface TokenDrawerProps {
  readonly ref: Ref<HTMLElement>;
  readonly session: SessionView;
  /** Empty: the session's own token. */
  readonly argument: string;
  /** Called by Escape. */
  readonly onLeave: () => void;
}

const nothingKnown: TokenNotes = {};

/** One token: its facts and actions. */
export function TokenDrawer({ ref, session, argument, onLeave }: TokenDrawerProps) {
  const known = useStore(tokensOf(session.sessionId)).notes[argument] ?? nothingKnown;
  // Another login replaces the session's own token.
  const another = argument === '' && known.accessor !== session.token.accessor;
  const note = another ? nothingKnown : known;
  const choice = choiceOf(argument, note);
  const revoke = useRef<() => void>(null);
  return (
    <aside
      ref={ref}
      className={sideCss['drawer']}
      aria-label="Details"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          onLeave();
        } else if (isKey(event.nativeEvent, 'revoke')) {
          event.preventDefault();
          revoke.current?.();
        }
      }}
    >
      {choice === undefined ? (
        <p className={toned('dim')}>
          This token has no accessor, and its value is no longer kept. Enter the value again.
        </p>
      ) : (
        <RefusalsInLine value>
          <KnownToken
            session={session}
            argument={argument}
            note={note}
            choice={choice}
            onRevokeKey={revoke}
          />
        </RefusalsInLine>
      )}
    </aside>
  );
}

interface KnownTokenProps {
  readonly session: SessionView;
  readonly argument: string;
  readonly note: TokenNotes;
  readonly choice: TokenChoice;
  /** Action of the revoke shortcut. */
  readonly onRevokeKey: Ref<() => void>;
}

function KnownToken({ session, argument, note, choice, onRevokeKey }: KnownTokenProps) {
  const mine = argument === '';
  // The look-up was refused already: the user decides to retry.
  const blind = mine && session.token.noLookUp !== undefined;
  const revoked = note.revoked !== undefined;
  const query = useRead(session, {
    ...inspectionQuery(session.sessionId, choice, session.token.accessor),
    enabled: !revoked && !blind,
  });
  const lookUp = (): void => {
    if (!revoked) query.refresh();
  };
  useRefreshKey({ id: 'token', group: 'Tokens', onRefresh: query.costs ? undefined : lookUp });
  const looked = query.data;
  const token = shownOf(session, mine, looked);
  const failed = 'This token could not be looked up';
  if (token === undefined)
    return (
      <>
        <h3 className={css['tokenName']} data-selectable data-mono>
          {argument}
        </h3>
        <Loaded query={query} failed={failed} skeleton={<Skeleton rows={8} />}>
          {() => null}
        </Loaded>
      </>
    );
  const unasked = looked === undefined && query.error === undefined;
  return (
    <Shown
      session={session}
      argument={argument}
      note={note}
      choice={choice}
      token={token}
      onRevokeKey={onRevokeKey}
      value={mine ? session.token.id : looked?.id}
      onRefresh={lookUp}
    >
      {query.error !== undefined && <Problem error={query.error} title={failed} onRetry={lookUp} />}
      {unasked && (blind || (mine && query.costs)) && (
        <div role="note" className={css['costs']}>
          <p>{unaskedWords(session)}</p>
          <div>
            {query.costs ? (
              <AskServer onAsk={lookUp} />
            ) : (
              <Button small disabled={query.busy} onClick={lookUp}>
                Refresh
              </Button>
            )}
          </div>
        </div>
      )}
      {token.noLookUp !== 'nothing' && (
        <>
          <TokenLife session={session} token={token} note={note} mine={mine} />
          <TokenFactList token={token} full={looked !== undefined} />
        </>
      )}
      {looked !== undefined && looked.raw !== '' && <RawJson text={looked.raw} note="credentials hidden" />}
    </Shown>
  );
}

interface ShownProps extends KnownTokenProps {
  readonly token: LookedUp;
  readonly value: TokenInspection['id'];
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** The head with its actions, and the content below. */
function Shown(props: ShownProps) {
  const { session, argument, note, choice, token, value, onRefresh, children, onRevokeKey } = props;
  const revoke = useRevoke({ session, token, note, argument });
  const mine = argument === '';
  useImperativeHandle(onRevokeKey, () => () => {
    if (revokeRefusal(token, note) === undefined && !revoke.busy) revoke.run(false);
  });
  return (
    <Stack gap={14}>
      <Box as="header" shrinks>
        {/* Without a name it is known by its accessor, as in its row. */}
        <h3
          className={css['tokenName']}
          data-selectable
          data-mono={!mine && token.displayName === '' ? '' : undefined}
        >
          {mine ? nameOfToken(token) : token.displayName || token.accessor || 'Unnamed token'}
        </h3>
        <div className={css['chips']}>
          {mine && <Chip tone="accent">this session</Chip>}
          {tokenKinds(token).map(({ name, tone, meaning }) => (
            <Chip key={name} tone={tone} title={meaning}>
              {name}
            </Chip>
          ))}
        </div>
      </Box>
      <TokenActions
        session={session}
        token={token}
        note={note}
        choice={choice}
        argument={argument}
        value={value}
        revoke={revoke}
        onRefresh={onRefresh}
      />
      {note.revoked !== undefined && (
        <div role="status" className={css['costs']}>
          <p>
            Revoked <RelativeTime iso={note.revoked.at} />. The facts are from before.
          </p>
          {note.revoked.warnings.map((warning) => (
            <p key={warning} className={css['said']} data-selectable>
              {warning}
            </p>
          ))}
        </div>
      )}
      {children}
    </Stack>
  );
}

/** The facts to show: the look-up, updated by the session; for the session's own token at least the login's facts. */
function shownOf(
  session: SessionView,
  mine: boolean,
  looked: TokenInspection | undefined,
): LookedUp | undefined {
  if (!mine) return looked;
  return looked === undefined ? toldAtLogin(session.token) : upToDate(looked, session.token);
}

function unaskedWords({ token: { noLookUp, numUses } }: SessionView): string {
  if (noLookUp === 'nothing')
    return 'This token cannot look itself up: its TTL, policies and uses are unknown.';
  if (noLookUp !== undefined)
    return 'This token cannot look itself up. This is what its login or renewal said.';
  return numUses === 1
    ? 'This is what the login said. A look-up would be the last use of your token.'
    : `This is what the login said. A look-up costs one of ${grouped(numUses)} uses.`;
}
