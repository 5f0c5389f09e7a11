/** Operating the server: audit devices, quotas, plugins, raft and snapshots, metrics, requests in flight. */
import type { AuditDevice, AuditManagement, NewAuditDevice } from '../../vault/audit.ts';
import type { MetricsSample } from '../../vault/metrics.ts';
import type { NewPlugin, PluginCatalog, PluginPin } from '../../vault/plugin.ts';
import type { Quota, QuotaKind, QuotaList, QuotaSettings } from '../../vault/quota.ts';
import type { AutopilotSettings, ChosenSnapshot, RaftStatus, SnapshotPhase } from '../../vault/raft.ts';
import type { InFlight, InstalledVersion } from '../../vault/server-work.ts';
import type { Call, InSession, None } from './call.ts';

type Done = { readonly warnings: readonly string[] };

/** Progress of a snapshot job. */
export interface SnapshotStand {
  readonly jobId: string;
  readonly phase: SnapshotPhase;
  /** Bytes done in this phase. */
  readonly bytes: number;
  /** Expected bytes; 0: unknown. */
  readonly total: number;
}

/** Changes are confirmed in the secure prompt. */
export interface ServerCalls {
  'audit.list': Call<InSession, readonly AuditDevice[]>;
  'audit.management': Call<InSession, AuditManagement>;
  'audit.enable': Call<InSession & { readonly device: NewAuditDevice }, Done>;
  /** `path`: without leading or trailing slash. */
  'audit.disable': Call<InSession & { readonly path: string }, Done>;
  /** The user types the text in the secure prompt. */
  'audit.hash': Call<InSession & { readonly path: string }, { readonly hash: string }>;

  'quota.list': Call<InSession & { readonly kind: QuotaKind }, QuotaList>;
  'quota.save': Call<InSession & { readonly quota: Quota; readonly created: boolean }, Done>;
  'quota.delete': Call<InSession & { readonly kind: QuotaKind; readonly name: string }, Done>;
  'quota.settings': Call<InSession, QuotaSettings>;
  'quota.saveSettings': Call<InSession & { readonly settings: QuotaSettings }, Done>;

  'plugin.list': Call<InSession, PluginCatalog>;
  'plugin.register': Call<InSession & { readonly plugin: NewPlugin }, Done>;
  'plugin.deregister': Call<InSession & PluginPin, Done>;
  'plugin.reload': Call<InSession & Omit<PluginPin, 'version'>, Done>;
  /** `version` empty: removes the pin. */
  'plugin.pin': Call<InSession & PluginPin, Done>;

  'raft.status': Call<InSession, RaftStatus>;
  'raft.removePeer': Call<InSession & { readonly nodeId: string }, Done>;
  'raft.saveAutopilot': Call<InSession & { readonly settings: AutopilotSettings }, Done>;

  /** Writes to a file chosen in main. Progress arrives as `snapshot.progressed`, the end as `job.ended`. */
  'snapshot.save': Call<InSession, { readonly jobId: string; readonly fileName: string }>;
  /** Chosen in main and read completely; an incomplete one is refused. */
  'snapshot.choose': Call<None, ChosenSnapshot>;
  /** `force`: accepts a snapshot of a cluster with other keys. Progress and end as with `snapshot.save`. */
  'snapshot.restore': Call<
    InSession & { readonly fileId: string; readonly force: boolean },
    { readonly jobId: string }
  >;

  'server.metrics': Call<InSession, MetricsSample>;
  'server.inFlight': Call<InSession, InFlight>;
  'server.versions': Call<InSession, readonly InstalledVersion[]>;
}

export interface ServerEvents {
  'snapshot.progressed': SnapshotStand;
}
