/**
 * Words the probable reasons of a refusal from the known rules of the token, and the limits of that knowledge. It
 * tells a deny and an obstructing rule from a missing rule.
 */
import { decide, ruleCovers } from '../../../shared/vault/policy-match.ts';
import type { AclRule } from '../../vault/api/resultant-acl.ts';
import type { AskedPath } from './asked-path.ts';
import { templateMayCover } from './known-rules.ts';
import type { KnownRule } from './known-rules.ts';

export interface Known {
  readonly asked: AskedPath;
  /** The token's capabilities there according to the server; undefined if that could not be queried. */
  readonly capabilities: readonly string[] | undefined;
  /** Its capabilities at the browse path and at the sibling path, if these exist. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sudo: boolean;
  /** Rules of readable policies. */
  readonly rules: readonly KnownRule[];
  /** The combined policies; undefined if they could not be queried. */
  readonly acl: readonly AclRule[] | undefined;
  readonly absentPolicies: readonly string[];
  readonly unreadablePolicies: readonly string[];
  readonly unreadCount: number;
  readonly entityId: string;
  readonly namespace: string;
}

/** Required capabilities that are not granted; empty if the policies permit it. */
export function missing({
  asked,
  capabilities,
  sudo,
}: Pick<Known, 'asked' | 'capabilities' | 'sudo'>): readonly string[] {
  const has = new Set(capabilities ?? []);
  if (has.has('root')) return [];
  const needed = [...needs(asked, has), ...(sudo ? ['sudo'] : [])];
  return needed.filter((one) => !has.has(one));
}

/**
 * The required capabilities. A write needs `update`, or `create` if nothing exists yet: with one of the two it was
 * refused for lack of the other. Only KV is known to tell them apart; elsewhere a write needs only `update`.
 */
function needs({ needed, eitherWrite, browsePath }: AskedPath, has: ReadonlySet<string>): readonly string[] {
  return eitherWrite && browsePath !== undefined && has.has('update') ? ['create'] : [needed];
}

/** The sentences, most significant first. */
export function findings(known: Known): readonly string[] {
  const { asked, capabilities, rules, acl } = known;
  const lacks = missing(known);
  const permitted = capabilities !== undefined && lacks.length === 0;
  const list = asked.needed === 'list';
  return [
    ...(permitted ? whyAllTheSame(known) : []),
    ...(permitted ? [] : refusedBy(known, lacks, list)),
    ...(permitted ? [] : wrongPlace(known)),
    ...(asked.ifKv2 === undefined
      ? []
      : [`This token cannot see what is mounted there. For KV version 2, the path is “${asked.ifKv2}”.`]),
    ...(permitted ? [] : misread(known, list)),
    ...(permitted || !lacks.includes('sudo')
      ? []
      : [`“${asked.apiPath}” is a protected path. It needs sudo as well as ${asked.needed}.`]),
    ...writeWords(known, lacks),
    ...(list && !permitted
      ? ['A list request ends with a slash. A rule for a single name below the folder does not cover it.']
      : []),
    ...policiesUnknown(known),
    ...(known.namespace === ''
      ? []
      : [
          `The request went to the namespace “${known.namespace}”. A policy of another namespace counts only if it names this one.`,
        ]),
    ...(permitted || (rules.length === 0 && acl === undefined)
      ? []
      : [
          'Not visible from here: Sentinel policies (Vault Enterprise) and rules about the content of a request.',
        ]),
  ];
}

function whyAllTheSame({ asked, acl, rules, capabilities }: Known): readonly string[] {
  if (capabilities?.includes('root') === true) {
    return [
      'This token is unrestricted, so a policy is not the cause. A control group, Sentinel, a disabled path or a proxy may be.',
    ];
  }
  const deciding = [
    ...(decide(acl ?? [], asked.apiPath, asked.needed === 'list')?.rules ?? []),
    ...(decide(rules, asked.apiPath, asked.needed === 'list')?.rules ?? []),
  ];
  const required = [...new Set(deciding.flatMap((rule) => rule.required))];
  return [
    `The server says that this token has ${asked.needed} on “${asked.apiPath}”. It may have been granted since, or the content of the request was refused.`,
    ...(required.length === 0 ? [] : [`The rule requires the parameters ${required.join(', ')}.`]),
    ...(required.length === 0 && deciding.some(({ limitsRequests }) => limitsRequests)
      ? ['The rule permits only some parameters, values or wrapping TTLs.']
      : []),
    'Capabilities do not show parameter rules, Sentinel policies, control groups or bound CIDRs.',
  ];
}

/** The rules that decide about the path, or their absence. */
function refusedBy(
  { asked, rules, acl, capabilities }: Known,
  lacks: readonly string[],
  list: boolean,
): readonly string[] {
  const certain = rules.filter(({ template }) => !template);
  const fromPolicies = decide(certain, asked.apiPath, list);
  const fromAcl = decide(acl ?? [], asked.apiPath, list);
  const denying = fromPolicies?.rules.filter((rule) => rule.capabilities.includes('deny')) ?? [];
  if (denying.length > 0)
    return denying.map(
      (rule) => `${cited(rule)} denies it. A deny overrides every other rule for this path.`,
    );
  if (fromAcl?.capabilities.has('deny') === true) {
    const [rule] = fromAcl.rules;
    return [
      `A rule for “${rule?.path ?? ''}” denies it, in a policy this token cannot read. A deny overrides every other rule for this path.`,
    ];
  }
  const granted = fromPolicies ?? fromAcl;
  if (granted === undefined) {
    return capabilities === undefined && acl === undefined && rules.length === 0
      ? []
      : ['No visible rule of this token’s policies covers this path.'];
  }
  const by = fromPolicies?.rules.map(cited) ?? granted.rules.map(({ path }) => `The rule for “${path}”`);
  const grants = [...granted.capabilities];
  const but = lacks.length === 0 ? asked.needed : lacks.join(' and ');
  const said = `${by.join(' and ')} ${by.length === 1 ? 'decides' : 'decide'} here and ${by.length === 1 ? 'grants' : 'grant'} ${grants.length === 0 ? 'nothing' : grants.join(', ')}, but not ${but}.`;
  const broader = certain.find(
    (rule) =>
      !(fromPolicies?.rules ?? []).includes(rule) &&
      rule.capabilities.includes(asked.needed) &&
      ruleCovers(rule, asked.apiPath),
  );
  return broader === undefined
    ? [said]
    : [
        said,
        `${cited(broader)} would grant it, but the closer rule replaces it. Rules for different paths do not add up.`,
      ];
}

/** Rights for the same name at a path that KV v2 does not use for this operation. */
function wrongPlace({ asked, rules, elsewhere }: Known): readonly string[] {
  const { browsePath, siblingPath, needed } = asked;
  const found: string[] = [];
  if (browsePath !== undefined) {
    const rule = rules.find((one) => one.capabilities.includes(needed) && ruleCovers(one, browsePath));
    const family = needed === 'list' ? 'metadata/' : 'data/';
    const wrong = rule === undefined ? undefined : `${cited(rule)} is`;
    if (wrong !== undefined || elsewhere.get(browsePath)?.has(needed) === true) {
      found.push(
        `${wrong ?? 'There is a rule'} written for “${browsePath}”. KV version 2 needs “${family}” after the mount: “${asked.apiPath}”.`,
      );
    }
  }
  if (siblingPath !== undefined && elsewhere.get(siblingPath)?.has(needed) === true) {
    found.push(
      `The token may ${needed} “${siblingPath}”, a different path: ${needed === 'list' ? 'KV version 2 lists at metadata/' : 'values are at data/, settings and versions at metadata/'}.`,
    );
  }
  return found;
}

/** Rules that seem to permit it but mean something else. */
function misread({ asked, rules, entityId }: Known, list: boolean): readonly string[] {
  const paths = [asked.apiPath, ...(asked.ifKv2 === undefined ? [] : [asked.ifKv2])];
  const covered = (path: string): boolean =>
    paths.some((one) => ruleCovers({ path, capabilities: [] }, list ? one.replace(/\/$/, '') : one));
  return rules.flatMap((rule) => {
    if (!rule.capabilities.includes(asked.needed)) return [];
    if (paths.some((path) => templateMayCover(rule, path))) {
      return [
        entityId === ''
          ? `${cited(rule)} is for “${rule.written}”. This token has no entity, so the rule never applies.`
          : `${cited(rule)} is for “${rule.written}”. What the server fills in for this token’s entity is not visible. It may be another path.`,
      ];
    }
    const meant = starsAsSegments(rule.path);
    if (meant !== rule.path && covered(meant)) {
      return [
        `${cited(rule)} has a * inside “${rule.written}”. A * counts only at the end of a path. Write + for one segment.`,
      ];
    }
    const bare = rule.path.replace(/^\/?v1\//, '');
    return bare !== rule.path && covered(bare)
      ? [`${cited(rule)} begins with v1/. Paths in policies do not.`]
      : [];
  });
}

/** The likely meaning of stars that stand for whole segments inside a path. */
function starsAsSegments(path: string): string {
  const parts = path.split('/');
  return parts.map((part, index) => (part === '*' && index < parts.length - 1 ? '+' : part)).join('/');
}

function writeWords({ capabilities }: Known, lacks: readonly string[]): readonly string[] {
  const has = new Set(capabilities ?? []);
  if (lacks.includes('update') && has.has('create'))
    return ['The token may create here, but not change what exists. That needs update.'];
  if (lacks.includes('create') && has.has('update'))
    return ['The token may change what exists, but not create. That needs create.'];
  return [];
}

function policiesUnknown({ absentPolicies, unreadablePolicies, unreadCount }: Known): readonly string[] {
  const several = (names: readonly string[]): string =>
    names.length === 1
      ? `The policy “${names[0] ?? ''}”`
      : `The policies ${names
          .slice(0, 8)
          .map((name) => `“${name}”`)
          .join(', ')}${names.length > 8 ? ' …' : ''}`;
  return [
    ...(absentPolicies.length === 0
      ? []
      : [
          `${several(absentPolicies)} of this token ${absentPolicies.length === 1 ? 'does' : 'do'} not exist, so ${absentPolicies.length === 1 ? 'it grants' : 'they grant'} nothing.`,
        ]),
    ...(unreadablePolicies.length === 0
      ? []
      : [
          `${several(unreadablePolicies)} cannot be read with this token. ${unreadablePolicies.length === 1 ? 'It' : 'They'} may contain a closer rule.`,
        ]),
    ...(unreadCount === 0 ? [] : [`${unreadCount} more of its policies were not read.`]),
  ];
}

function cited({ policy, line }: KnownRule): string {
  return `Line ${line} of the policy “${policy}”`;
}
