/** ACL policies. */
import type { PolicyText } from '../../vault/system.ts';
import type { Call, InSession } from './call.ts';

export interface PolicyCalls {
  'policy.list': Call<InSession, readonly string[]>;
  'policy.read': Call<InSession & { readonly name: string }, PolicyText>;
  /** Confirmed in the trusted view. `conflict` where the policy is not what it was when it was read (`before`; null: none). */
  'policy.write': Call<
    InSession & { readonly name: string; readonly text: string; readonly before: string | null },
    { readonly warnings: readonly string[] }
  >;
  /** Confirmed in the trusted view by its name. */
  'policy.delete': Call<InSession & { readonly name: string }, { readonly warnings: readonly string[] }>;
}
