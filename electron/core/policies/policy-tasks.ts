/** Parses policies off the main thread: a policy can be as long as a megabyte. */
import { policyRules } from '../../../shared/vault/policy.ts';
import type { PolicyRule } from '../../../shared/vault/policy.ts';

export const policyTasks = {
  policyRulesIn: ({ text }: { readonly text: string }): readonly PolicyRule[] => policyRules(text),
};

/** Parses the rules of a text. Rejects with `bad-answer` if that takes too long. */
export type ReadRules = (text: string) => Promise<readonly PolicyRule[]>;
