/** The readable rules of a token's policies, and those closest to a path. */
import type { ClosestRule } from '../../../shared/vault/refusal.ts';
import { policyRules } from '../../../shared/vault/policy.ts';
import type { PolicyRule } from '../../../shared/vault/policy.ts';
import { decide, ruleCovers } from '../../../shared/vault/policy-match.ts';

export interface KnownRule extends PolicyRule {
  readonly policy: string;
  readonly text: string;
  /** Path as written; `path` has the known template values filled in. */
  readonly written: string;
  /** Its meaning is unknown: the server fills in names of the token's entity. */
  readonly template: boolean;
}

const MOST_LINES = 12;
const MOST_CLOSEST = 5;

/** The rules of a policy's text, with the entity's id filled in. */
export function knownRules(policy: string, text: string, entityId: string): readonly KnownRule[] {
  const lines = text.split('\n');
  return policyRules(text).map((rule) => {
    const path =
      entityId === '' ? rule.path : rule.path.replaceAll(/\{\{\s*identity\.entity\.id\s*\}\}/g, entityId);
    const shown = lines.slice(rule.line - 1, Math.min(rule.endLine, rule.line - 1 + MOST_LINES));
    return {
      ...rule,
      policy,
      path,
      written: rule.path,
      text: shown.join('\n'),
      template: path.includes('{{'),
    };
  });
}

/** True if a rule with a template could match a path. */
export function templateMayCover(rule: KnownRule, path: string): boolean {
  return rule.template && rulePatternCovers(rule.path, path);
}

/**
 * Compares by segment: `+` is any segment, a template one or more characters of its segment, a last `*` any end. Not
 * with a regular expression: the rule comes from the server, and many templates in it would make one backtrack
 * endlessly.
 */
export function rulePatternCovers(pattern: string, path: string): boolean {
  const open = pattern.endsWith('*');
  const wanted = (open ? pattern.slice(0, -1) : pattern).replaceAll(/\{\{[^{}]*\}\}/g, TEMPLATE).split('/');
  const parts = path.split('/');
  if (open ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((segment, index) => {
    const part = parts[index] ?? '';
    return (
      segment === '+' || segmentCovers(segment.split(TEMPLATE), part, open && index === wanted.length - 1)
    );
  });
}

const TEMPLATE = '\u0000';

/** True if the segment contains the literals in order, one or more characters apart; `open`: any text can follow. */
function segmentCovers(literals: readonly string[], part: string, open: boolean): boolean {
  const [first = '', ...others] = literals;
  if (!part.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return open || part === first;
  let at = first.length;
  for (const literal of open ? [...others, last] : others) {
    const found = part.indexOf(literal, at + 1);
    if (found === -1 || found > part.length) return false;
    at = found + literal.length;
    if (literal === '' && at > part.length) return false;
  }
  if (open) return at <= part.length && part.length > first.length;
  return part.length - last.length >= at + 1 && part.endsWith(last);
}

/** The closest rules: deciding ones, others that cover a path, then those with the longest common prefix. */
export function closestRules(
  rules: readonly KnownRule[],
  paths: readonly string[],
  list: boolean,
): readonly ClosestRule[] {
  const [apiPath = ''] = paths;
  const certain = rules.filter(({ template }) => !template);
  const deciding = decide(certain, apiPath, list)?.rules ?? [];
  const covering = rules.filter((rule) =>
    paths.some((path) => (rule.template ? templateMayCover(rule, path) : ruleCovers(rule, path))),
  );
  const near = rules
    .map((rule) => ({ rule, shared: Math.max(...paths.map((path) => sharedBeginning(rule.path, path))) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ rule }) => rule);
  return [...new Set([...deciding, ...covering, ...near])]
    .slice(0, MOST_CLOSEST)
    .map(({ policy, line, text, written, capabilities }) => ({
      policy,
      line,
      text,
      path: written,
      capabilities,
    }));
}

/** Length of the common prefix; 0 if it does not cover the first segment. */
export function sharedBeginning(pattern: string, path: string): number {
  const literal =
    pattern
      .replace(/^\//, '')
      .replace(/\*$/, '')
      .split(/\+|\{\{/)[0] ?? '';
  let shared = 0;
  while (shared < literal.length && shared < path.length && literal[shared] === path[shared]) shared++;
  const first = path.indexOf('/');
  return shared > (first === -1 ? path.length - 1 : first) ? shared : 0;
}
