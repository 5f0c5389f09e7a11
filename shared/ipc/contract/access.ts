/** What operators administer of access: mounts, identity, leases. What changes something is confirmed in the trusted view. */
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
  /** All mounts; where the token may not list them, those below which it may do something. */
  'mount.table': Call<InSession & { readonly kind: MountKind }, MountTable>;
  'mount.enable': Call<InSession & { readonly kind: MountKind; readonly mount: NewMount }, Warned>;
  /** Sends what differs from `before`. Fails with `conflict` where the server has other settings than `before`. */
  'mount.tune': Call<AtMount & { readonly before: MountTuning; readonly tuning: MountTuning }, Warned>;
  /** Queued by the server: `mount.moveState` says how far it is. */
  'mount.move': Call<AtMount & { readonly to: string }, { readonly migrationId: string }>;
  'mount.moveState': Call<InSession & { readonly migrationId: string }, { readonly state: MoveState }>;
  /** Its path is typed in the trusted view, which says who has it open. */
  'mount.disable': Call<AtMount, Warned>;
  /** KV version 1 becomes version 2; there is no way back. */
  'mount.upgrade': Call<InSession & { readonly path: string }, Warned>;

  'identity.list': Call<InSession & { readonly kind: IdentityKind }, IdentityList>;
  'identity.read': Call<OneIdentity, IdentityFacts>;
  /** `mountAccessor`: of the auth method that an alias is of. Fails with `invalid-path` where there is none. */
  'identity.find': Call<
    InSession & {
      readonly kind: 'entity' | 'group';
      readonly by: IdentityBy;
      readonly text: string;
      readonly mountAccessor: string;
    },
    IdentityFacts
  >;
  /** Without an id it is created; answers its id. */
  'identity.save': Call<
    InSession & { readonly id?: string; readonly draft: IdentityDraft },
    { readonly id: string }
  >;
  'identity.delete': Call<OneIdentity, Warned>;
  /** The entities `from` become part of `into`, and are gone. */
  'identity.merge': Call<InSession & { readonly from: readonly string[]; readonly into: string }, Warned>;

  'lease.list': Call<InSession & { readonly prefix: string }, LeaseFolder>;
  'lease.read': Call<InSession & { readonly leaseId: string }, LeaseFacts>;
  /** `incrementSeconds` absent: as the server likes. */
  'lease.renew': Call<
    InSession & { readonly leaseId: string; readonly incrementSeconds?: number },
    LeaseFacts
  >;
  'lease.revoke': Call<InSession & { readonly leaseId: string }, Warned>;
  /** Confirmed in the trusted view once for all; outcomes arrive as `lease.revoked`, the end as `job.ended`. */
  'lease.revokeMany': Call<InSession & { readonly leaseIds: readonly string[] }, { readonly jobId: string }>;
  /** Counts, asks for the prefix to be typed, revokes, and counts again. `force`: forgotten even where that fails. */
  'lease.revokePrefix': Call<InSession & { readonly prefix: string; readonly force: boolean }, PrefixRevoked>;
}

export interface AccessEvents {
  /** The mounts of this session's server are not what they were. */
  'mount.changed': { readonly sessionId: string };
  'lease.revoked': RevokedLeases;
}
