/** Administration of access: mounts, identity, leases. Changes are confirmed in the secure prompt. */
import type { MountKind, MountTable, MountTuning, MoveState, NewMount } from '../../vault/mount-table.ts';
import type {
  IdentityBy,
  IdentityDraft,
  IdentityFacts,
  IdentityKind,
  IdentityList,
} from '../../vault/identity.ts';
import type { LeaseFacts, LeaseFolder, PrefixRevoked, RevokedLease } from '../../vault/lease.ts';
import type { Call, InSession } from './call.ts';

type Warned = { readonly warnings: readonly string[] };
type AtMount = InSession & { readonly kind: MountKind; readonly path: string };
type OneIdentity = InSession & { readonly kind: IdentityKind; readonly id: string };

/** One batch of outcomes; `done` of `total` leases. */
export interface RevokedLeases {
  readonly jobId: string;
  readonly rows: readonly RevokedLease[];
  readonly done: number;
  readonly total: number;
}

export interface AccessCalls {
  /** All mounts. If the token cannot list mounts: those below which it has a capability. */
  'mount.table': Call<InSession & { readonly kind: MountKind }, MountTable>;
  'mount.enable': Call<InSession & { readonly kind: MountKind; readonly mount: NewMount }, Warned>;
  /** Sends the settings that differ from `before`. `conflict` if the server's settings are not `before`. */
  'mount.tune': Call<AtMount & { readonly before: MountTuning; readonly tuning: MountTuning }, Warned>;
  /** Queued by the server: `mount.moveState` reports progress. */
  'mount.move': Call<AtMount & { readonly to: string }, { readonly migrationId: string }>;
  'mount.moveState': Call<InSession & { readonly migrationId: string }, { readonly state: MoveState }>;
  /** The user types its path in the prompt, which lists the entries open below it, by session. */
  'mount.disable': Call<AtMount, Warned>;
  /** Upgrades KV version 1 to version 2; cannot be undone. */
  'mount.upgrade': Call<InSession & { readonly path: string }, Warned>;

  'identity.list': Call<InSession & { readonly kind: IdentityKind }, IdentityList>;
  'identity.read': Call<OneIdentity, IdentityFacts>;
  /** `mountAccessor`: the auth method of an alias. Fails with `invalid-path` if no object matches. */
  'identity.find': Call<
    InSession & {
      readonly kind: 'entity' | 'group';
      readonly by: IdentityBy;
      readonly text: string;
      readonly mountAccessor: string;
    },
    IdentityFacts
  >;
  /** Creates the object if `id` is absent; answers its id. */
  'identity.save': Call<
    InSession & { readonly id?: string; readonly draft: IdentityDraft },
    { readonly id: string }
  >;
  'identity.delete': Call<OneIdentity, Warned>;
  /** Merges the entities `from` into `into`; the server deletes `from`. */
  'identity.merge': Call<InSession & { readonly from: readonly string[]; readonly into: string }, Warned>;

  'lease.list': Call<InSession & { readonly prefix: string }, LeaseFolder>;
  'lease.read': Call<InSession & { readonly leaseId: string }, LeaseFacts>;
  /** `incrementSeconds` absent: the server's default. */
  'lease.renew': Call<
    InSession & { readonly leaseId: string; readonly incrementSeconds?: number },
    LeaseFacts
  >;
  'lease.revoke': Call<InSession & { readonly leaseId: string }, Warned>;
  /** Confirmed in the secure prompt once for all; outcomes arrive as `lease.revoked`, the end as `job.ended`. */
  'lease.revokeMany': Call<InSession & { readonly leaseIds: readonly string[] }, { readonly jobId: string }>;
  /** Counts, has the user type the prefix, revokes, counts again. `force`: removes leases that fail to revoke. */
  'lease.revokePrefix': Call<InSession & { readonly prefix: string; readonly force: boolean }, PrefixRevoked>;
}

export interface AccessEvents {
  /** The mounts of this session's server have changed. */
  'mount.changed': { readonly sessionId: string };
  'lease.revoked': RevokedLeases;
}
