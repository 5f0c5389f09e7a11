/** Reading the rules of a policy where it stops nobody: a policy may be as long as a megabyte. */
import { policyRules } from '../../../shared/vault/policy.ts';
import type { PolicyRule } from '../../../shared/vault/policy.ts';

export const policyTasks = {
  policyRulesIn: ({ text }: { readonly text: string }): readonly PolicyRule[] => policyRules(text),
};

/** Reads the rules of a text. Rejects with `bad-answer` where that takes too long. */
export type ReadRules = (text: string) => Promise<readonly PolicyRule[]>;
