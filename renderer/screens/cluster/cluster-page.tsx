import { Maximize, Minimize, RefreshCw, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { nodeKey, type ClusterStatus } from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import type { ClusterState } from '../../../shared/vault/cluster.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useFullScreen } from '../../api/board.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { useCluster, useRefreshPanels } from '../../api/cluster.ts';
import { useRefreshCounts } from '../../api/server.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { menuActions, useActions } from '../../workspace/action-registry.ts';
import { keyHint } from '../../workspace/key-map.ts';
import { leaderWords } from './at-leader.ts';
import { CardActions } from './card-actions.tsx';
import { CountCards } from './count-cards.tsx';
import { countNames } from './count-names.ts';
import type { CountName, Refusal } from './count-names.ts';
import css from './cluster.module.css';
import { KeyRotation } from './key-rotation.tsx';
import { LeaderNodes } from './leader-nodes.tsx';
import { NodeGrid } from './node-grid.tsx';
import { NodeView } from './node-view.tsx';
import { PanelCards } from './panel-cards.tsx';
import { PanelView } from './panel-view.tsx';
import { rateWords, rates } from './rates.ts';
import { ReplicationCard, ReplicationView } from './replication-card.tsx';
import { Timeline } from './timeline.tsx';
import { Unsealing } from './unsealing.tsx';
import { VerdictBar } from './verdict-bar.tsx';

export interface ClusterPageProps {
  readonly where: Where;
  /** Title before a node has reported the cluster's name. */
  readonly name: string;
  /** Absent without a login: only unauthenticated facts. */
  readonly session?: SessionView;
  /** Every read with the token costs one of its uses. */
  readonly limited?: boolean;
  readonly everyMs: number;
  readonly onRate: (everyMs: number) => void;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Shows the screen that administers the counted things. */
  readonly onCount?: (name: CountName) => void;
  /** The panel whose view is open at first. */
  readonly first?: SystemPanel | undefined;
  /** Content before the title. */
  readonly back?: ReactNode;
  /** Content below the title. */
  readonly note?: ReactNode;
}

/** Verdicts at which a cluster answers no request with a token. */
const silent: ReadonlySet<ClusterState> = new Set(['no-leader', 'sealed', 'not-initialized', 'unreachable']);

/** The part of the page whose view is open: one member at most. */
interface OpenPart {
  readonly node?: string;
  readonly panel?: SystemPanel;
  readonly refusal?: Refusal;
  readonly replication?: true;
}

/** A cluster: one verdict, its nodes, the panels, and a timeline. */
export function ClusterPage(props: ClusterPageProps) {
  const { where, name, session, limited = false, everyMs, onRate, first, back, note } = props;
  const { view, refresh } = useCluster(where, everyMs);
  const refreshPanels = useRefreshPanels(where);
  const refreshCounts = useRefreshCounts(session?.sessionId);
  const [open, setOpen] = useState<OpenPart>(first === undefined ? {} : { panel: first });
  const { wall, turnWall, wallProblem } = useWall();
  const close = (): void => setOpen({});
  const { status, timeline, roundTrips, problem } = view;
  const refreshAll = (): void => {
    refresh();
    // Each of these costs a limited token a use, so they are requested one by one.
    if (limited) return;
    refreshPanels();
    refreshCounts();
  };
  const { action, confirm, forget } = useNodeActions(session, {
    onConfirmed: refresh,
    onForgotten: () => {
      close();
      refresh();
    },
  });
  const unconfirmed = (status?.seen.nodes ?? []).flatMap(({ asked, address }) =>
    asked === 'unconfirmed' ? [address] : [],
  );
  const items: readonly MenuItem[] = [
    { label: 'Refresh', icon: RefreshCw, key: 'refresh', keys: keyHint('refresh'), onSelect: refreshAll },
    {
      kind: 'choice',
      label: 'Update every',
      value: String(everyMs),
      options: rates,
      onValue: (value) => onRate(Number(value)),
    },
    {
      label: wall ? 'Leave full screen' : 'Full screen',
      icon: wall ? Minimize : Maximize,
      onSelect: turnWall,
    },
  ];
  useActions(() => menuActions(items, { id: 'cluster', group: 'Cluster', region: 'main' }));
  const shownNode = status?.seen.nodes.find((node) => nodeKey(node) === open.node);
  const toggle = (next: OpenPart): void => setOpen(JSON.stringify(open) === JSON.stringify(next) ? {} : next);
  const clusterName = status?.seen.nodes
    .map(({ answer }) => answer?.clusterName ?? '')
    .find((one) => one !== '');
  return (
    <div className={classes(css['screen'], wall && css['wall'])}>
      <ScreenHead title={clusterName ?? name} note={back}>
        <Button icon={wall ? Minimize : Maximize} onClick={turnWall}>
          {wall ? 'Leave full screen' : 'Full screen'}
        </Button>
        <MoreMenu items={items} />
      </ScreenHead>
      {note}
      <VerdictBar status={status} problem={problem} rate={rateWords(everyMs)}>
        {confirm !== undefined && unconfirmed.length > 1 && (
          <Button icon={ShieldCheck} disabled={action.busy} onClick={() => confirm(unconfirmed)}>
            Confirm all {unconfirmed.length}…
          </Button>
        )}
      </VerdictBar>
      {problem !== undefined && <ErrorPanel error={problem} />}
      {wallProblem !== undefined && (
        <ErrorPanel error={wallProblem} title="The window does not fill the screen" />
      )}
      {action.failure !== undefined && <NotDone error={action.failure} />}
      {status === undefined ? (
        problem === undefined && <Skeleton rows={4} />
      ) : (
        <>
          <NodeGrid
            seen={status.seen}
            history={roundTrips}
            busy={action.busy}
            open={shownNode === undefined ? undefined : nodeKey(shownNode)}
            onOpen={(node) => toggle({ node: nodeKey(node) })}
            onConfirm={confirm}
          />
          {shownNode !== undefined && (
            <NodeView node={shownNode} seen={status.seen} onForget={forget} onClose={close} />
          )}
          <Cards page={props} status={status} open={open} onOpen={toggle} />
          {open.replication === true && status.seen.replication !== undefined && (
            <ReplicationView look={status.seen.replication} onClose={close} />
          )}
          {open.refusal !== undefined && (
            <RefusalCard
              key={open.refusal.name}
              error={open.refusal.error}
              title={`${countNames[open.refusal.name]} not counted`}
              sudo={open.refusal.name === 'audit'}
            />
          )}
          {open.panel !== undefined && (
            <OpenPanel
              key={open.panel}
              page={props}
              panel={open.panel}
              status={status}
              action={action}
              onDone={refreshAll}
              onClose={close}
            />
          )}
          <Timeline events={timeline?.events ?? []} since={timeline?.since} />
        </>
      )}
    </div>
  );
}

interface CardsProps {
  readonly page: ClusterPageProps;
  readonly status: ClusterStatus;
  readonly open: OpenPart;
  readonly onOpen: (part: OpenPart) => void;
}

/** Cards of the panels, of replication and of counted things; each opens a view below. */
function Cards({ page, status, open, onOpen }: CardsProps) {
  const { where, session, limited = false, onCount } = page;
  const { seen, verdict } = status;
  return (
    <PanelCards
      where={where}
      status={status}
      limited={limited}
      anonymous={session === undefined}
      open={open.panel}
      onOpen={(panel) => onOpen({ panel })}
    >
      {seen.replication !== undefined && (
        <ReplicationCard
          look={seen.replication}
          open={open.replication === true}
          onOpen={() => onOpen({ replication: true })}
        />
      )}
      {session !== undefined && onCount !== undefined && (
        <CountCards
          session={session}
          limited={limited}
          stale={verdict !== undefined && silent.has(verdict.state)}
          open={open.refusal?.name}
          onShow={onCount}
          onRefused={(refusal) => onOpen({ refusal })}
        />
      )}
    </PanelCards>
  );
}

interface OpenPanelProps {
  readonly page: ClusterPageProps;
  readonly panel: SystemPanel;
  readonly status: ClusterStatus;
  readonly action: Action;
  /** An action of the panel has changed the cluster. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The view of a panel, with its actions. */
function OpenPanel({ page, panel, status, action, onDone, onClose }: OpenPanelProps) {
  const { where, session, limited = false, everyMs, onCeremony } = page;
  const { seen } = status;
  return (
    <PanelView
      where={where}
      session={session}
      panel={panel}
      // The watch refreshes the others itself, and learns of a change of the seal.
      again={panel === 'leader' && everyMs > 0}
      watched={status.panels[panel]}
      spokenBy={seen.spokenBy}
      onClose={onClose}
    >
      {(facts) => (
        <>
          {facts?.panel === 'seal' && <Unsealing where={where} seal={facts} />}
          {facts?.panel === 'leader' && <LeaderNodes facts={facts} />}
          {facts?.panel === 'keys' && session !== undefined && !limited && (
            <KeyRotation sessionId={session.sessionId} />
          )}
          <CardActions
            session={session}
            panel={panel}
            facts={facts}
            action={action}
            onCeremony={onCeremony}
            sealed={seen.nodes.filter(({ answer }) => answer?.sealed === true).map(nameOf)}
            leader={leaderWords(seen)}
            onDone={onDone}
          />
        </>
      )}
    </PanelView>
  );
}

/** The failure of an action; one that lacks a capability says which. */
function NotDone({ error }: { readonly error: AppError }) {
  return error.kind === 'forbidden' && error.path !== undefined ? (
    <RefusalCard error={error} sudo />
  ) : (
    <ErrorPanel error={error} />
  );
}

interface NodeEvents {
  readonly onConfirmed: () => void;
  readonly onForgotten: () => void;
}

/** Actions on nodes; they need a session. */
function useNodeActions(session: SessionView | undefined, { onConfirmed, onForgotten }: NodeEvents) {
  const action = useAction();
  if (session === undefined) return { action, confirm: undefined, forget: undefined };
  const { sessionId } = session;
  return {
    action,
    confirm: (addresses: readonly string[]): void =>
      void action.run(async () => {
        await vault.profile.confirmOrigins({ sessionId, origins: addresses });
        onConfirmed();
      }),
    forget: (address: string): void =>
      void action.run(async () => {
        await vault.cluster.forgetNode({ sessionId, address });
        onForgotten();
      }),
  };
}

interface Wall {
  readonly wall: boolean;
  readonly turnWall: () => void;
  /** The error that kept the window from filling the screen. */
  readonly wallProblem: AppError | undefined;
}

/** Fills the screen with the page, as the board: without the window's title, until the user or system ends it. */
function useWall(): Wall {
  const [wall, setWall] = useState(false);
  const [wallProblem, setWallProblem] = useState<AppError>();
  const full = useFullScreen();
  const [wasFull, setWasFull] = useState(full);
  if (full !== wasFull) {
    setWasFull(full);
    if (!full) setWall(false);
  }
  const turnWall = (): void => {
    setWall(!wall);
    setWallProblem(undefined);
    // Not an action of `useAction`, which drops one while another runs: Escape must always end it.
    vault.board.fullScreen({ on: !wall }).catch((caught: unknown) => setWallProblem(appErrorOf(caught)));
  };
  useEscape(wall, turnWall);
  return { wall, turnWall, wallProblem };
}

/** Escape leaves the full screen from any focus; elements that handle the key come first. */
function useEscape(listening: boolean, leave: () => void): void {
  const left = useEffectEvent(leave);
  useEffect(() => {
    if (!listening) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) left();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [listening]);
}
