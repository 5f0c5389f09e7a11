/**
 * What a refusal probably is, in sentences, from what is known of the token's rules; and what cannot be known. A deny and
 * a rule that is in the way are told apart from a rule that is missing.
 */
import { decide, ruleCovers } from '../../../shared/vault/policy-match.ts';
import type { AclRule } from '../../vault/api/resultant-acl.ts';
import type { AskedPath } from './asked-path.ts';
import { templateMayCover } from './known-rules.ts';
import type { KnownRule } from './known-rules.ts';

export interface Known {
  readonly asked: AskedPath;
  /** What the server says the token may do there; undefined where it could not be asked. */
  readonly capabilities: readonly string[] | undefined;
  /** What it may do at the browse path and at the sibling path, where there are such. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sudo: boolean;
  /** Rules of readable policies. */
  readonly rules: readonly KnownRule[];
  /** What the policies add up to; undefined where it could not be asked. */
  readonly acl: readonly AclRule[] | undefined;
  readonly absentPolicies: readonly string[];
  readonly unreadablePolicies: readonly string[];
  readonly unreadCount: number;
  readonly entityId: string;
  readonly namespace: string;
}

/** Capabilities that are asked for and not granted; none where the policies permit it. */
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
 * What the request takes. A write takes `update`, or `create` where there is nothing yet: with one of the two it was
 * refused for want of the other. Only KV is known to tell them apart; elsewhere `update` is all that a write needs.
 */
function needs({ needed, eitherWrite, browsePath }: AskedPath, has: ReadonlySet<string>): readonly string[] {
  return eitherWrite && browsePath !== undefined && has.has('update') ? ['create'] : [needed];
}

/** The sentences, the most telling first. */
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
      : [
          `The token has no right that the server would tell of below that mount, so what is mounted there, if anything, is not known. If it is KV version 2, the path was “${asked.ifKv2}”.`,
        ]),
    ...(permitted ? [] : misread(known, list)),
    ...(permitted || !lacks.includes('sudo')
      ? []
      : [`“${asked.apiPath}” is a protected path: it needs the capability sudo besides ${asked.needed}.`]),
    ...writeWords(known, lacks),
    ...(list && !permitted
      ? [
          'A list asks for the path with a slash at its end: a rule for that path or for what begins with it counts, a rule for the names below it does not.',
        ]
      : []),
    ...policiesUnknown(known),
    ...(known.namespace === ''
      ? []
      : [
          `The request went to the namespace “${known.namespace}”: rules of policies of another namespace count there only if they are written for it.`,
        ]),
    ...(permitted || (rules.length === 0 && acl === undefined)
      ? []
      : [
          'What cannot be seen from here: Sentinel policies (Vault Enterprise), and rules that depend on what is in the request.',
        ]),
  ];
}

function whyAllTheSame({ asked, acl, rules, capabilities }: Known): readonly string[] {
  if (capabilities?.includes('root') === true) {
    return [
      'This token may do everything: no policy refuses it. A refusal then is not one of policies (a control group, Sentinel, a disabled path, or another server in between).',
    ];
  }
  const deciding = [
    ...(decide(acl ?? [], asked.apiPath, asked.needed === 'list')?.rules ?? []),
    ...(decide(rules, asked.apiPath, asked.needed === 'list')?.rules ?? []),
  ];
  const required = [...new Set(deciding.flatMap((rule) => rule.required))];
  return [
    `The policies of this token grant ${asked.needed} on “${asked.apiPath}”, as far as the server tells. It may have been granted since, or the request was refused for what was in it.`,
    ...(required.length === 0
      ? []
      : [`The rule there demands the parameters ${required.join(', ')}: a request without them is refused.`]),
    ...(required.length === 0 && deciding.some(({ limitsRequests }) => limitsRequests)
      ? ['The rule there permits only some parameters, values or wrapping times.']
      : []),
    'What a request must or must not carry (required, allowed and denied parameters), Sentinel policies, control groups and address limits of the token cannot be told from its capabilities.',
  ];
}

/** What decides about the path, or that nothing does. */
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
      (rule) => `${cited(rule)} denies it. A deny wins over every other rule for this path.`,
    );
  if (fromAcl?.capabilities.has('deny') === true) {
    const [rule] = fromAcl.rules;
    return [
      `A rule for “${rule?.path ?? ''}” denies it, in a policy that may not be read. A deny wins over every other rule for this path.`,
    ];
  }
  const granted = fromPolicies ?? fromAcl;
  if (granted === undefined) {
    return capabilities === undefined && acl === undefined && rules.length === 0
      ? []
      : [`No rule of this token’s policies that can be seen covers “${asked.apiPath}”.`];
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
        `${cited(broader)} would grant it, but the closer rule takes its place: rules for different paths do not add up.`,
      ];
}

/** Rights for the same name at an address that KV v2 does not use for this. */
function wrongPlace({ asked, rules, elsewhere }: Known): readonly string[] {
  const { browsePath, siblingPath, needed } = asked;
  const found: string[] = [];
  if (browsePath !== undefined) {
    const rule = rules.find((one) => one.capabilities.includes(needed) && ruleCovers(one, browsePath));
    const family = needed === 'list' ? 'metadata/' : 'data/';
    const wrong = rule === undefined ? undefined : `${cited(rule)} is`;
    if (wrong !== undefined || elsewhere.get(browsePath)?.has(needed) === true) {
      found.push(
        `${wrong ?? 'There is a rule'} written for “${browsePath}”, as people see it. The engine is KV version 2, whose policies need “${family}” behind the mount: “${asked.apiPath}”.`,
      );
    }
  }
  if (siblingPath !== undefined && elsewhere.get(siblingPath)?.has(needed) === true) {
    found.push(
      `It may ${needed} “${siblingPath}”, which is another thing: ${needed === 'list' ? 'lists of KV version 2 go to metadata/' : 'values are at data/, settings and versions at metadata/'}.`,
    );
  }
  return found;
}

/** Rules that look as if they permitted it and mean something else. */
function misread({ asked, rules, entityId }: Known, list: boolean): readonly string[] {
  const paths = [asked.apiPath, ...(asked.ifKv2 === undefined ? [] : [asked.ifKv2])];
  const covered = (path: string): boolean =>
    paths.some((one) => ruleCovers({ path, capabilities: [] }, list ? one.replace(/\/$/, '') : one));
  return rules.flatMap((rule) => {
    if (!rule.capabilities.includes(asked.needed)) return [];
    if (paths.some((path) => templateMayCover(rule, path))) {
      return [
        entityId === ''
          ? `${cited(rule)} is for “${rule.written}”; this token has no entity, so that the rule never applies to it.`
          : `${cited(rule)} is for “${rule.written}”; what the server fills in there for this token’s entity cannot be seen, and it may not be this path.`,
      ];
    }
    const meant = starsAsSegments(rule.path);
    if (meant !== rule.path && covered(meant)) {
      return [
        `${cited(rule)} has a * inside “${rule.written}”. A * means something at the end of a path only; one segment is written +.`,
      ];
    }
    const bare = rule.path.replace(/^\/?v1\//, '');
    return bare !== rule.path && covered(bare)
      ? [`${cited(rule)} begins with v1/, which is not part of a path in a policy.`]
      : [];
  });
}

/** What somebody may have meant by stars that stand for whole segments inside a path. */
function starsAsSegments(path: string): string {
  const parts = path.split('/');
  return parts.map((part, index) => (part === '*' && index < parts.length - 1 ? '+' : part)).join('/');
}

function writeWords({ capabilities }: Known, lacks: readonly string[]): readonly string[] {
  const has = new Set(capabilities ?? []);
  if (lacks.includes('update') && has.has('create'))
    return ['It may create there, but not change what is there already: that needs update.'];
  if (lacks.includes('create') && has.has('update'))
    return ['It may change what is there, but not create: where there is nothing yet, that needs create.'];
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
          `${several(absentPolicies)} of this token ${absentPolicies.length === 1 ? 'does' : 'do'} not exist and so grant${absentPolicies.length === 1 ? 's' : ''} nothing.`,
        ]),
    ...(unreadablePolicies.length === 0
      ? []
      : [
          `${several(unreadablePolicies)} may not be read with this token: whether one of ${unreadablePolicies.length === 1 ? 'its' : 'their'} rules comes closer is not known.`,
        ]),
    ...(unreadCount === 0 ? [] : [`${unreadCount} more of its policies were not read.`]),
  ];
}

function cited({ policy, line }: KnownRule): string {
  return `Line ${line} of the policy “${policy}”`;
}
