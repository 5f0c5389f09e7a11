/**
 * `sys/internal/ui/resultant-acl` (vault-http-facts 6.6): the sum of a token's policies, without reading one of them.
 * Rules with `+` segments are included on newer servers only.
 */
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asTexts, dataOf } from './fields.ts';

export interface AclRule {
  /** Path as policies write it: a `*` at the end for a prefix. */
  readonly path: string;
  readonly capabilities: readonly string[];
  /** Parameters that a request must have. */
  readonly required: readonly string[];
  /** Set if the rule limits parameters or wrapping. */
  readonly limitsRequests: boolean;
}

export interface ResultantAcl {
  readonly root: boolean;
  readonly rules: readonly AclRule[];
}

const limits = [
  'allowed_parameters',
  'denied_parameters',
  'required_parameters',
  'min_wrapping_ttl',
  'max_wrapping_ttl',
];

/** Reads the sum of the token's policies. */
export async function resultantAcl(caller: Caller): Promise<ResultantAcl> {
  const answer = await ask(caller, { method: 'GET', path: 'sys/internal/ui/resultant-acl', safe: true });
  const data = answer.text === '' ? {} : dataOf(answer);
  return {
    root: data['root'] === true,
    rules: [
      ...rulesFrom(data['exact_paths'], (path) => path),
      // Prefixes come without their star, paths with segments as they were written.
      ...rulesFrom(data['glob_paths'], (path) => (hasSegments(path) ? path : `${path}*`)),
    ],
  };
}

function rulesFrom(paths: unknown, written: (path: string) => string): readonly AclRule[] {
  return Object.entries(asObject(paths)).map(([path, value]) => {
    const facts = asObject(value);
    return {
      path: written(path),
      capabilities: asTexts(facts['capabilities']),
      required: asTexts(facts['required_parameters']),
      limitsRequests: limits.some((name) => name in facts),
    };
  });
}

function hasSegments(path: string): boolean {
  return path === '+' || path.startsWith('+/') || path.includes('/+');
}
