import { KeyRound, Maximize, Minimize, Play, RefreshCw, ScanSearch, ShieldCheck } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { nodeKey, type ClusterStatus } from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useFullScreen } from '../../api/board.ts';
import { actOnSeal } from '../../api/ceremonies.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { useCluster, useRefreshPanels } from '../../api/cluster.ts';
import { useRefreshCounts } from '../../api/server.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Problem } from '../../parts/read/loaded.tsx';
import { asking, notAsked, stateByLook } from '../../parts/session/server-state.ts';
import type { ServerState } from '../../parts/session/server-state.ts';
import type { KnownState } from '../../parts/session/use-server-state.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { menuActions, useActions } from '../../workspace/action-registry.ts';
import { leaderWords } from './at-leader.ts';
import { CardActions } from './card-actions.tsx';
import css from './cluster.module.css';
import { KeyRotation } from './key-rotation.tsx';
import { LeaderNodes } from './leader-nodes.tsx';
import { NodeGrid } from './node-grid.tsx';
import { NodeView } from './node-view.tsx';
import { PanelView } from './panel-view.tsx';
import { IdleParts, PartCards } from './part-list.tsx';
import { useParts } from './parts.tsx';
import type { CountName } from './parts.tsx';
import { rateWords, rates } from './rates.ts';
import { Timeline } from './timeline.tsx';
import { Unsealing } from './unsealing.tsx';
import { VerdictBar } from './verdict-bar.tsx';

export interface ClusterPageProps {
  readonly where: Where;
  /** Title before a node has reported the cluster's name. */
  readonly name: string;
  /** Absent without a login: only unauthenticated facts. */
  readonly session?: SessionView;
  /** State of its server, as every other screen says it. */
  readonly known?: KnownState;
  /** Every read with the token costs one of its uses. */
  readonly limited?: boolean;
  readonly everyMs: number;
  readonly onRate: (everyMs: number) => void;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Shows the screen that administers the counted things. */
  readonly onCount?: (name: CountName) => void;
  /** Content before the title. */
  readonly back?: ReactNode;
  /** Content below the title. */
  readonly note?: ReactNode;
}

/** A cluster: one verdict with its remedy, its nodes, the panels, and a timeline. */
export function ClusterPage(props: ClusterPageProps) {
  const { where, name, session, limited = false, everyMs, onRate, onCeremony, onCount, back, note } = props;
  const { view, refresh } = useCluster(where, everyMs);
  const refreshPanels = useRefreshPanels(where);
  const refreshCounts = useRefreshCounts(session?.sessionId);
  // Names the node or part whose view is in the drawer.
  const [open, setOpen] = useState('');
  const { wall, turnWall, wallProblem } = useWall();
  const close = (): void => setOpen('');
  const { status, timeline, roundTrips, problem } = view;
  const refreshAll = (): void => {
    refresh();
    // Each of these costs a limited token a use, so they are requested one by one.
    if (limited) return;
    refreshPanels();
    refreshCounts();
  };
  const { action, unseal, confirm, forget } = useNodeActions(props, {
    onChanged: refresh,
    onForgotten: () => {
      close();
      refresh();
    },
  });
  const items = menuItems({ everyMs, onRate, wall, turnWall, refresh: refreshAll });
  useActions(() => menuActions(items, { id: 'cluster', group: 'Cluster', region: 'main' }));
  const toggle = (id: string): void => setOpen(open === id ? '' : id);
  const remedy =
    status &&
    remedyOf(status, {
      unseal,
      init: () => onCeremony('init'),
      show: (key) => setOpen(nodeId(key)),
      confirm,
      retry: refresh,
    });
  const title = useLastName(status) ?? name;
  const parts = useParts({
    where,
    session,
    limited,
    status,
    onCount,
    viewOf: (panel) =>
      status && (
        <OpenPanel
          page={props}
          panel={panel}
          status={status}
          action={action}
          onDone={refreshAll}
          onClose={close}
        />
      ),
    onClose: close,
  });
  const node = status?.seen.nodes.find((one) => nodeId(nodeKey(one)) === open);
  const isByCheck = props.known !== undefined && props.known.look === undefined;
  return (
    <div className={classes(css['screen'], wall && css['wall'])}>
      <div className={css['page']}>
        <ScreenHead title={title} note={back}>
          <div className={css['controls']}>
            <Button icon={wall ? Minimize : Maximize} onClick={turnWall}>
              {wall ? 'Leave full screen' : 'Full screen'}
            </Button>
            <MoreMenu items={items} />
          </div>
        </ScreenHead>
        {note}
        <VerdictBar
          state={shownState(props.known, status, problem)}
          status={status}
          others={isByCheck ? [] : (status?.verdict?.reasons.slice(1) ?? [])}
          wall={wall}
          rate={everyMs === 0 ? ` · ${rateWords(everyMs)}` : ''}
        >
          {remedy !== undefined && !wall && <Button variant="primary" disabled={action.busy} {...remedy} />}
        </VerdictBar>
        {problem !== undefined && <ErrorPanel error={problem} />}
        {wallProblem !== undefined && (
          <ErrorPanel error={wallProblem} title="The window does not fill the screen" />
        )}
        <Problem error={action.failure} sudo />
        {status === undefined ? (
          problem === undefined && <Skeleton rows={4} />
        ) : (
          <>
            <NodeGrid
              seen={status.seen}
              history={roundTrips}
              busy={action.busy}
              open={node && nodeKey(node)}
              onOpen={(one) => toggle(nodeId(nodeKey(one)))}
              onConfirm={confirm}
            />
            <PartCards parts={parts.filter(({ idle }) => idle !== true)} open={open} onOpen={toggle} />
            {!wall && <IdleParts parts={parts.filter(({ idle }) => idle)} open={open} onOpen={toggle} />}
            <Timeline events={timeline?.events ?? []} since={timeline?.since} wall={wall} />
          </>
        )}
      </div>
      {!wall &&
        (node === undefined ? (
          <Fragment key={open}>{parts.find(({ id }) => id === open)?.view}</Fragment>
        ) : (
          status && (
            <NodeView
              key={open}
              node={node}
              seen={status.seen}
              onForget={forget}
              onRemove={session === undefined ? undefined : removeFrom(session, refreshAll)}
              onClose={close}
            />
          )
        ))}
    </div>
  );
}

/** Tells nodes from parts, whatever they are called. */
function nodeId(key: string): string {
  return `node ${key}`;
}

interface MenuParts extends Pick<ClusterPageProps, 'everyMs' | 'onRate'>, Pick<Wall, 'wall' | 'turnWall'> {
  readonly refresh: () => void;
}

function menuItems({ everyMs, onRate, wall, turnWall, refresh }: MenuParts): readonly MenuItem[] {
  return [
    { label: 'Refresh', icon: RefreshCw, key: 'refresh', onSelect: refresh },
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
}

/** The state in the banner: as everywhere else; without a login, as soon as the nodes have been asked. */
function shownState(
  known: KnownState | undefined,
  status: ClusterStatus | undefined,
  problem: AppError | undefined,
): ServerState {
  if (status?.verdict !== undefined) return known ?? stateByLook(status);
  // An error is shown below the banner, in its own words.
  if (known !== undefined) return problem === undefined ? known : { ...known, sentence: '' };
  return { ...(problem === undefined ? asking : notAsked), sentence: '', at: '', node: '' };
}

/** Name of the cluster; the last one while no node answers. */
function useLastName(status: ClusterStatus | undefined): string | undefined {
  const [last, setLast] = useState<string>();
  const name = status?.seen.nodes.map(({ answer }) => answer?.clusterName ?? '').find((one) => one !== '');
  if (name !== undefined && name !== last) setLast(name);
  return name ?? last;
}

interface Remedies {
  readonly unseal: () => void;
  readonly init: () => void;
  readonly show: (node: string) => void;
  /** Absent without a login. */
  readonly confirm: ((addresses: readonly string[]) => void) | undefined;
  readonly retry: () => void;
}

/** The one button of the banner; undefined if nothing can be done here. */
function remedyOf(
  { seen, verdict }: ClusterStatus,
  { unseal, init, show, confirm, retry }: Remedies,
): Pick<ButtonProps, 'icon' | 'children' | 'onClick'> | undefined {
  const isSealed = seen.nodes.some(
    ({ answer }) => answer?.initialized === true && answer.sealed && !answer.removed,
  );
  if (isSealed) return { icon: KeyRound, children: 'Unseal…', onClick: unseal };
  if (verdict?.state === 'not-initialized') return { icon: Play, children: 'Initialise…', onClick: init };
  if (verdict?.state === 'unreachable') return { icon: RefreshCw, children: 'Retry', onClick: retry };
  const { about } = verdict ?? {};
  if (about !== undefined) return { icon: ScanSearch, children: 'Show node', onClick: () => show(about) };
  const unconfirmed = seen.nodes.flatMap(({ asked, address }) => (asked === 'unconfirmed' ? [address] : []));
  if (confirm === undefined || unconfirmed.length < 2) return undefined;
  const { length } = unconfirmed;
  const children = length === 2 ? 'Confirm both…' : `Confirm all ${String(length)}…`;
  return { icon: ShieldCheck, children, onClick: () => confirm(unconfirmed) };
}

function removeFrom({ sessionId }: SessionView, onDone: () => void) {
  return async (nodeId: string): Promise<void> => {
    await vault.raft.removePeer({ sessionId, nodeId });
    onDone();
  };
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
          {facts?.panel === 'keys' && session !== undefined && !limited && (
            <KeyRotation sessionId={session.sessionId} />
          )}
        </>
      )}
    </PanelView>
  );
}

interface NodeEvents {
  readonly onChanged: () => void;
  readonly onForgotten: () => void;
}

/** Actions on nodes; those on single ones need a session. */
function useNodeActions(
  { where, session, onCeremony }: ClusterPageProps,
  { onChanged, onForgotten }: NodeEvents,
) {
  const action = useAction();
  const unseal = (): void =>
    void action.run(async (client) => {
      const nodes = await actOnSeal(client, where, 'unseal');
      // Its screen has the button that confirms a node for shares.
      if (nodes.some(({ confirmed }) => !confirmed)) onCeremony('unseal');
      onChanged();
    });
  if (session === undefined) return { action, unseal, confirm: undefined, forget: undefined };
  const { sessionId } = session;
  return {
    action,
    unseal,
    confirm: (addresses: readonly string[]): void =>
      void action.run(async () => {
        await vault.profile.confirmOrigins({ sessionId, origins: addresses });
        onChanged();
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
