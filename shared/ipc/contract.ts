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
import type { ConnectionCalls, ConnectionEvents } from './contract/connection.ts';
import type { ConsoleCalls } from './contract/console.ts';
import type { EntryCalls } from './contract/entry.ts';
import type { LockCalls, LockEvents } from './contract/lock.ts';
import type { PolicyEffectCalls, PolicyEffectEvents } from './contract/policy-effect.ts';
import type { PolicyCalls } from './contract/policy.ts';
import type { SessionCalls, SessionEvents } from './contract/session.ts';
import type { ServerCalls, ServerEvents } from './contract/server.ts';
import type { SystemCalls } from './contract/system.ts';
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
export type { Destination, FolderListing, JobEnd, JobProgress } from './contract/browse.ts';
export type { FilePurpose, ProfileDraft } from './contract/connection.ts';
export type { CopiedEntry } from './contract/entry.ts';
export type { LockReason, LockState } from './contract/lock.ts';
export type { AutoRenewal, SessionView } from './contract/session.ts';
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
    SystemCalls,
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
    EntryCalls {}

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
    ClusterEvents,
    PolicyEffectEvents,
    UpdateEvents,
    BoardEvents {}

export type CallName = keyof Calls;
export type EventName = keyof Events;
export type Input<N extends CallName> = Calls[N]['input'];
export type Output<N extends CallName> = Calls[N]['output'];

/** Call names as values; `satisfies` keeps them complete. Preload, registrar and tests iterate over them. */
export const callNames = Object.keys({
  'app.info': 0,
  'app.noop': 0,
  'app.preferences': 0,
  'app.setPreferences': 0,
  'app.problems': 0,
  'app.unkept': 0,
  'app.writeUnkept': 0,
  'app.storedFiles': 0,
  'app.about': 0,
  'app.tray': 0,
  'app.showGuide': 0,
  'app.copyDiagnostics': 0,
  'menu.offer': 0,
  'clipboard.copyText': 0,
  'clipboard.copySecretText': 0,
  'clipboard.state': 0,
  'profile.list': 0,
  'profile.save': 0,
  'profile.remove': 0,
  'profile.export': 0,
  'profile.import': 0,
  'profile.confirmOrigins': 0,
  'connection.environment': 0,
  'connection.check': 0,
  'connection.enterHeader': 0,
  'connection.chooseFile': 0,
  'connection.describeFile': 0,
  'connection.environmentProxy': 0,
  'lock.state': 0,
  'lock.now': 0,
  'keychain.state': 0,
  'keychain.keep': 0,
  'workspace.load': 0,
  'workspace.save': 0,
  'draft.list': 0,
  'draft.put': 0,
  'draft.drop': 0,
  'draft.dropped': 0,
  'draft.restore': 0,
  'session.list': 0,
  'sample.find': 0,
  'sample.start': 0,
  'session.open': 0,
  'session.reauthenticate': 0,
  'session.refresh': 0,
  'session.close': 0,
  'session.logOut': 0,
  'session.openNamespace': 0,
  'session.setNotices': 0,
  'session.namespaces': 0,
  'secret.copy': 0,
  'secret.show': 0,
  'login.methods': 0,
  'login.aside': 0,
  'secret.enter': 0,
  'secret.dismiss': 0,
  'answer.list': 0,
  'answer.view': 0,
  'answer.reveal': 0,
  'answer.revealAll': 0,
  'answer.copy': 0,
  'answer.raw': 0,
  'answer.toFile': 0,
  'answer.dismiss': 0,
  'answer.restore': 0,
  'answer.adopt': 0,
  'token.inspect': 0,
  'token.renew': 0,
  'token.autoRenew': 0,
  'token.revoke': 0,
  'token.create': 0,
  'token.roles': 0,
  'token.accessors': 0,
  'token.revokeMany': 0,
  'refusal.explain': 0,
  'wrapping.take': 0,
  'wrapping.lookup': 0,
  'wrapping.unwrap': 0,
  'wrapping.wrap': 0,
  'wrapping.chooseFile': 0,
  'wrapping.rewrap': 0,
  'wrapping.shared': 0,
  'wrapping.cancel': 0,
  'wrapping.approvalRequest': 0,
  'wrapping.approve': 0,
  'system.status': 0,
  'cluster.watch': 0,
  'cluster.rotate': 0,
  'cluster.rotation': 0,
  'cluster.setRotation': 0,
  'cluster.seal': 0,
  'cluster.stepDown': 0,
  'cluster.forgetNode': 0,
  'ceremony.status': 0,
  'ceremony.begin': 0,
  'ceremony.giveShare': 0,
  'ceremony.cancel': 0,
  'ceremony.decodeRootToken': 0,
  'ceremony.backup': 0,
  'ceremony.removeBackup': 0,
  'ceremony.rotateRoot': 0,
  'ceremony.init': 0,
  'ceremony.nodes': 0,
  'ceremony.confirmNode': 0,
  'ceremony.unseal': 0,
  'ceremony.resetUnseal': 0,
  'ceremony.showResult': 0,
  'ceremony.saved': 0,
  'ceremony.readPgpKeys': 0,
  'ceremony.choosePgpKeys': 0,
  'ceremony.firstAudit': 0,
  'ceremony.firstKv': 0,
  'audit.list': 0,
  'audit.management': 0,
  'audit.enable': 0,
  'audit.disable': 0,
  'audit.hash': 0,
  'quota.list': 0,
  'quota.save': 0,
  'quota.delete': 0,
  'quota.settings': 0,
  'quota.saveSettings': 0,
  'plugin.list': 0,
  'plugin.register': 0,
  'plugin.deregister': 0,
  'plugin.reload': 0,
  'plugin.pin': 0,
  'raft.status': 0,
  'raft.removePeer': 0,
  'raft.saveAutopilot': 0,
  'snapshot.save': 0,
  'snapshot.choose': 0,
  'snapshot.restore': 0,
  'server.metrics': 0,
  'server.inFlight': 0,
  'server.versions': 0,
  'board.health': 0,
  'board.fullScreen': 0,
  'policy.list': 0,
  'policy.read': 0,
  'policy.write': 0,
  'policy.delete': 0,
  'policy.test': 0,
  'policy.testWithToken': 0,
  'policy.reach': 0,
  'policy.users': 0,
  'console.send': 0,
  'console.catalogue': 0,
  'console.path': 0,
  'console.help': 0,
  'console.copyAs': 0,
  'console.history': 0,
  'mount.table': 0,
  'mount.enable': 0,
  'mount.tune': 0,
  'mount.move': 0,
  'mount.moveState': 0,
  'mount.disable': 0,
  'mount.upgrade': 0,
  'identity.list': 0,
  'identity.read': 0,
  'identity.find': 0,
  'identity.save': 0,
  'identity.delete': 0,
  'identity.merge': 0,
  'lease.list': 0,
  'lease.read': 0,
  'lease.renew': 0,
  'lease.revoke': 0,
  'lease.revokeMany': 0,
  'lease.revokePrefix': 0,
  'mount.list': 0,
  'mount.config': 0,
  'mount.setConfig': 0,
  'folder.list': 0,
  'path.resolve': 0,
  'entry.open': 0,
  'entry.close': 0,
  'entry.reveal': 0,
  'entry.copy': 0,
  'entry.copyAs': 0,
  'entry.wrap': 0,
  'entry.generate': 0,
  'entry.raw': 0,
  'entry.save': 0,
  'entry.view': 0,
  'entry.revealAll': 0,
  'entry.merge': 0,
  'entry.checkSave': 0,
  'entry.saveOver': 0,
  'entry.create': 0,
  'entry.patchUnread': 0,
  'entry.duplicate': 0,
  'entry.rename': 0,
  'entry.deleteVersions': 0,
  'entry.undelete': 0,
  'entry.destroyVersions': 0,
  'entry.deleteEverything': 0,
  'entry.compare': 0,
  'entry.restore': 0,
  'entry.setMetadata': 0,
  'entry.limits': 0,
  'entry.approval': 0,
  'entry.valueFromFile': 0,
  'entry.valueToFile': 0,
  'entry.parseKeys': 0,
  'entry.metadata': 0,
  'entry.rights': 0,
  'search.start': 0,
  'job.cancel': 0,
  'updates.state': 0,
  'updates.setMode': 0,
  'updates.setFeed': 0,
  'updates.check': 0,
  'updates.download': 0,
  'updates.cancel': 0,
  'updates.setAtQuit': 0,
  'updates.installNow': 0,
} satisfies Record<CallName, 0>) as readonly CallName[];

export const eventNames = Object.keys({
  'session.changed': 0,
  'session.closed': 0,
  'connection.stepped': 0,
  'clipboard.changed': 0,
  'app.unkeptChanged': 0,
  'app.connectAsked': 0,
  'app.diagnosticsCopied': 0,
  'menu.chosen': 0,
  'lock.changed': 0,
  'job.progressed': 0,
  'job.ended': 0,
  'token.accessorsFound': 0,
  'token.revoked': 0,
  'mount.changed': 0,
  'lease.revoked': 0,
  'policy.reachFound': 0,
  'policy.usersFound': 0,
  'snapshot.progressed': 0,
  'answer.changed': 0,
  'cluster.seen': 0,
  'board.noticeChosen': 0,
  'updates.changed': 0,
} satisfies Record<EventName, 0>) as readonly EventName[];

/**
 * Calls whose results cross as one JSON text: a structured clone of thousands of small objects costs ten times as
 * much, on either side of the bridge.
 */
export const crossesAsJson: ReadonlySet<CallName> = new Set([
  'entry.open',
  'entry.view',
  'entry.merge',
  'answer.view',
  'answer.revealAll',
  'console.send',
  'console.catalogue',
]);

/** Events that cross as one JSON text, for the same reason. */
export const eventsAsJson: ReadonlySet<EventName> = new Set<EventName>([
  'token.accessorsFound',
  'policy.reachFound',
]);

/**
 * API that the preload puts on `window.strongroom`: one method per call, grouped by domain, without channel names.
 * The renderer makes up the call id; it only serves to cancel. `byItself`: a screen calls, not the user, so that main
 * sends nothing that costs a token a use. It only takes away: without it, main still wants a gesture.
 */
export type Bridge = {
  readonly [D in Domain<CallName>]: {
    readonly [V in VerbOf<CallName, D>]: `${D}.${V}` extends infer N extends CallName
      ? (input: Input<N>, callId: number, byItself?: boolean) => Promise<Crossing<Output<N>>>
      : never;
  };
} & {
  readonly cancel: (callId: number) => void;
  /** Returns a function that unsubscribes. */
  readonly on: {
    readonly [N in EventName]: (listener: (payload: EventCrossing<Events[N]>) => void) => () => void;
  };
};

/** A result on the bridge: unchanged, or with its value as JSON text. */
export type Crossing<T> = Result<T> | { readonly ok: true; readonly json: string };

/** An event on the bridge: unchanged, or as JSON text. */
export type EventCrossing<T> = T | { readonly json: string };

type Domain<N extends string> = N extends `${infer D}.${string}` ? D : never;
type VerbOf<N extends string, D extends string> = N extends `${D}.${infer V}` ? V : never;
