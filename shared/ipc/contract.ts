/**
 * The single list of calls and events between renderer and main, joined from one file per domain. Preload, renderer
 * client and registrar derive from it: a call without a handler, a schema or a preload method does not compile.
 *
 * Names are `domain.verb` for calls and `domain.pastTense` for events. Every call has one input object and one
 * output.
 */
import type { AccessCalls, AccessEvents } from './contract/access.ts';
import type { AnswerCalls, AnswerEvents } from './contract/answer.ts';
import type { AppCalls, AppEvents } from './contract/app.ts';
import type { BoardCalls, BoardEvents } from './contract/board.ts';
import type { BrowseCalls, BrowseEvents } from './contract/browse.ts';
import type { CeremonyCalls } from './contract/ceremonies.ts';
import type { ClusterCalls, ClusterEvents } from './contract/cluster.ts';
import type { ComparisonCalls, ComparisonEvents } from './contract/comparison.ts';
import type { ConnectionCalls, ConnectionEvents } from './contract/connection.ts';
import type { ConsoleCalls } from './contract/console.ts';
import type { EntryCalls } from './contract/entry.ts';
import type { EnvironmentCalls } from './contract/environments.ts';
import type { FolderCalls, FolderEvents } from './contract/folder.ts';
import type { ExportCalls, ExportEvents } from './contract/export.ts';
import type { ImportCalls } from './contract/import.ts';
import type { LockCalls, LockEvents } from './contract/lock.ts';
import type { PlanCalls, PlanEvents } from './contract/plan.ts';
import type { PolicyEffectCalls, PolicyEffectEvents } from './contract/policy-effect.ts';
import type { PolicyCalls } from './contract/policy.ts';
import type { ProgramsCalls, ProgramsEvents } from './contract/programs.ts';
import type { SearchCalls, SearchEvents } from './contract/search.ts';
import type { SessionCalls, SessionEvents } from './contract/session.ts';
import type { ServerCalls, ServerEvents } from './contract/server.ts';
import type { TemplateCalls, TemplateEvents } from './contract/template.ts';
import type { TokenCalls, TokenEvents } from './contract/token.ts';
import type { UpdateCalls, UpdateEvents } from './contract/updates.ts';
import type { WorkspaceCalls } from './contract/workspace.ts';
import type { WrappingCalls } from './contract/wrapping.ts';
import type { Result } from './result.ts';

export type {
  AboutApp,
  AppInfo,
  ClipboardState,
  Density,
  LicenceNotice,
  Preferences,
  StoredFiles,
  Theme,
  TrayState,
  UnkeptFile,
} from './contract/app.ts';
export type { Destination, FolderListing, JobEnd } from './contract/browse.ts';
export type { FilePurpose, ProfileDraft } from './contract/connection.ts';
export type { LockReason, LockState } from './contract/lock.ts';
export type { AutoRenewal, SessionView } from './contract/session.ts';
export type { FoundGroup, SearchBatch, SearchCounts, UnreadBySearch } from './contract/search.ts';
export type { SnapshotStand } from './contract/server.ts';
export type { RevokedBatch } from './contract/token.ts';

/** Every call, by name. */
export interface Calls
  extends
    AppCalls,
    LockCalls,
    ConnectionCalls,
    WorkspaceCalls,
    SessionCalls,
    AnswerCalls,
    TokenCalls,
    WrappingCalls,
    ClusterCalls,
    CeremonyCalls,
    ServerCalls,
    BoardCalls,
    PolicyCalls,
    PolicyEffectCalls,
    ConsoleCalls,
    AccessCalls,
    UpdateCalls,
    BrowseCalls,
    EnvironmentCalls,
    SearchCalls,
    TemplateCalls,
    EntryCalls,
    FolderCalls,
    ExportCalls,
    ImportCalls,
    ComparisonCalls,
    PlanCalls,
    ProgramsCalls {}

/** Every event main can send, by name. */
export interface Events
  extends
    AppEvents,
    LockEvents,
    ConnectionEvents,
    SessionEvents,
    AnswerEvents,
    TokenEvents,
    AccessEvents,
    ServerEvents,
    BrowseEvents,
    SearchEvents,
    ExportEvents,
    ClusterEvents,
    PolicyEffectEvents,
    UpdateEvents,
    TemplateEvents,
    BoardEvents,
    FolderEvents,
    ComparisonEvents,
    PlanEvents,
    ProgramsEvents {}

export type CallName = keyof Calls;
export type EventName = keyof Events;
export type Input<N extends CallName> = Calls[N]['input'];
export type Output<N extends CallName> = Calls[N]['output'];
/** Input of a call without the id of its subject. */
export type Fields<N extends CallName> = Omit<Input<N>, 'sessionId' | 'entryId'>;

/** Events that cross as one JSON text: a structured clone of thousands of small objects costs ten times as much. */
export const eventsAsJson: ReadonlySet<EventName> = new Set<EventName>([
  'token.accessorsFound',
  'policy.reachFound',
  'folder.found',
  'plan.found',
  'plan.ran',
]);

/**
 * API that the preload puts on `window.strongroom`, without channel names. The renderer makes up the call id; it only
 * serves to cancel. `byItself`: a screen calls, not the user, so that main sends nothing that costs a token a use. It only
 * takes away: without it, main still wants a gesture.
 */
export interface Bridge {
  readonly call: <N extends CallName>(
    name: N,
    input: Input<N>,
    callId: number,
    byItself?: boolean,
  ) => Promise<Crossing<Output<N>>>;
  readonly cancel: (callId: number) => void;
  /** Passes every event; returns a function that unsubscribes. */
  readonly on: (listener: EventListener) => () => void;
}

/** Listener to all events. */
export type EventListener = <N extends EventName>(name: N, payload: EventCrossing<Events[N]>) => void;

/** A result on the bridge: unchanged, or with its value as JSON text. */
export type Crossing<T> = Result<T> | { readonly ok: true; readonly json: string };

/** An event on the bridge: unchanged, or as JSON text. */
export type EventCrossing<T> = T | { readonly json: string };
