/** Requests that policies allow, and the users of policies. */
import type {
  PolicySubject,
  PolicyTest,
  PolicyUser,
  ReachRow,
  UnsavedPolicy,
} from '../../vault/policy-effect.ts';
import type { Call, InSession } from './call.ts';

/** One batch of rows; `done` of `total` requests. */
export interface ReachBatch {
  readonly jobId: string;
  readonly rows: readonly ReachRow[];
  readonly done: number;
  readonly total: number;
}

export interface PolicyUsersBatch {
  readonly jobId: string;
  readonly rows: readonly PolicyUser[];
  readonly done: number;
  readonly total: number;
}

export interface PolicyEffectCalls {
  /** Queries capabilities only; a set of policies is judged by its rules alone. */
  'policy.test': Call<
    InSession & { readonly subject: PolicySubject; readonly path: string; readonly unsaved?: UnsavedPolicy },
    PolicyTest
  >;
  /** Confirmed in the prompt: creates a token with exactly these policies, queries its rights and revokes it. */
  'policy.testWithToken': Call<
    InSession & {
      readonly names: readonly string[];
      readonly path: string;
      readonly unsaved?: UnsavedPolicy;
    },
    PolicyTest
  >;
  /** Rows arrive as `policy.reachFound`, the end as `job.ended`. */
  'policy.reach': Call<
    InSession & { readonly names: readonly string[]; readonly unsaved?: UnsavedPolicy },
    { readonly jobId: string }
  >;
  /** Rows arrive as `policy.usersFound`, the end as `job.ended`. */
  'policy.users': Call<InSession & { readonly name: string }, { readonly jobId: string }>;
}

export interface PolicyEffectEvents {
  'policy.reachFound': ReachBatch;
  'policy.usersFound': PolicyUsersBatch;
}
