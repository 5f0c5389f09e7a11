/** Combines the rules of several policies, as they apply to one token. */
import type { LocalEffect, RuleLine } from '../../../shared/vault/policy-effect.ts';
import { ruleIndex } from '../../../shared/vault/policy-match.ts';
import type { Rule } from '../../../shared/vault/policy-match.ts';
import type { PolicyRule } from '../../../shared/vault/policy.ts';
import { rulePatternCovers } from '../refusal/known-rules.ts';
import { fillIn } from './templates.ts';
import type { TemplateFacts } from './templates.ts';

export interface RulesOfPolicy {
  readonly policy: string;
  readonly rules: readonly PolicyRule[];
}

/** A rule and its position in the policy. */
export interface SetRule extends Rule {
  readonly said: RuleLine;
  /** Its path has a template with an unknown value. */
  readonly unknown: boolean;
}

export interface RuleSet {
  /** Rules in the order of the policies. */
  readonly rules: readonly SetRule[];
  readonly effectAt: (path: string) => LocalEffect;
  /** True if a rule with an unknown template could decide there. */
  readonly mayBeOther: (path: string) => boolean;
}

const MOST_OUTRANKED = 20;

/** Joins the rules of policies. `root`: the root policy is among them, which allows everything. */
export function ruleSet(policies: readonly RulesOfPolicy[], facts: TemplateFacts, root: boolean): RuleSet {
  const rules = policies.flatMap(({ policy, rules: written }) =>
    written.flatMap((rule): readonly SetRule[] => {
      const filled = fillIn(rule.path, facts);
      if (filled === undefined) return [];
      const { line, endLine, path, capabilities, limitsRequests } = rule;
      const said = { policy, line, endLine, path, capabilities, limitsRequests };
      return [{ ...filled, capabilities, said }];
    }),
  );
  const index = ruleIndex(rules.filter(({ unknown }) => !unknown));
  const unknown = rules.filter((rule) => rule.unknown);
  return {
    rules,
    effectAt: (path) => {
      if (root) return { capabilities: ['root'], deciding: [], outranked: [] };
      // The server looks up a list's path without its slash first, for every operation.
      const decision = index.decide(path, true);
      const deciding = decision?.rules ?? [];
      return {
        capabilities: inWords(decision?.capabilities),
        deciding: [...deciding].sort((a, b) => denies(b) - denies(a)).map(({ said }) => said),
        outranked: index
          .covering(path)
          .filter((rule) => !deciding.includes(rule))
          .slice(0, MOST_OUTRANKED)
          .map(({ said }) => said),
      };
    },
    mayBeOther: (path) => unknown.some((rule) => rulePatternCovers(rule.path, path)),
  };
}

/** Sorted, and `deny` for an empty set, as the server returns it. */
function inWords(capabilities: ReadonlySet<string> | undefined): readonly string[] {
  return capabilities === undefined || capabilities.size === 0 ? ['deny'] : [...capabilities].sort();
}

function denies({ capabilities }: Rule): number {
  return capabilities.includes('deny') ? 1 : 0;
}
