/** ACL policies. */
import type { PolicyText } from '../../vault/system.ts';
import type { Call, InSession } from './call.ts';

export interface PolicyCalls {
  'policy.list': Call<InSession, readonly string[]>;
  'policy.read': Call<InSession & { readonly name: string }, PolicyText>;
  /** Confirmed in the prompt. `conflict` if the policy changed since it was read (`before`; null: new policy). */
  'policy.write': Call<
    InSession & { readonly name: string; readonly text: string; readonly before: string | null },
    { readonly warnings: readonly string[] }
  >;
  /** Confirmed in the secure prompt by typing its name. */
  'policy.delete': Call<InSession & { readonly name: string }, { readonly warnings: readonly string[] }>;
}
