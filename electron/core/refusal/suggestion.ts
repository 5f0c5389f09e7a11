/** Suggests policy lines that would permit a request. */
import { decide } from '../../../shared/vault/policy-match.ts';
import { missing } from './findings.ts';
import type { Known } from './findings.ts';

interface ToPermit {
  readonly apiPath: string;
  /** Includes the token's existing capabilities there: a rule for an exact path replaces every other one for it. */
  readonly capabilities: readonly string[];
  /** Notes and further conditions, a sentence each. */
  readonly notes: readonly string[];
}

const order = ['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo'];

/** The permitting rule as HCL with comments; empty if the policies already permit it. */
export function suggestionFor(known: Known): string {
  const { asked, capabilities, sudo, rules } = known;
  if (capabilities !== undefined && missing(known).length === 0) return '';
  const granting = [
    ...(capabilities ?? []).filter((one) => one !== 'deny' && one !== 'root'),
    asked.needed,
    ...(asked.eitherWrite ? ['create', 'update'] : []),
    ...(sudo ? ['sudo'] : []),
  ];
  if (asked.ifKv2 !== undefined) {
    const forms = [
      [asked.ifKv2, 'If the engine there is KV version 2:'],
      [asked.apiPath, 'If it is another one:'],
    ] as const;
    return forms
      .map(([apiPath, note]) => suggestedRule({ apiPath, capabilities: granting, notes: [note] }))
      .join('\n');
  }
  const certain = rules.filter(({ template }) => !template);
  const deciding = decide(certain, asked.apiPath, asked.needed === 'list')?.rules ?? [];
  return suggestedRule({
    apiPath: asked.apiPath,
    capabilities: granting,
    notes: [
      ...deciding
        .filter((rule) => rule.capabilities.includes('deny'))
        .map(
          ({ policy, line, written }) =>
            `Line ${line} of the policy "${policy}" denies ${written}: if that rule is for this exact path, it overrides this one.`,
        ),
      ...(isWildcard(asked.apiPath)
        ? ['The name contains a * or +, which policies read as a wildcard: this rule covers more.']
        : []),
    ],
  });
}

function isWildcard(path: string): boolean {
  return path.endsWith('*') || path.split('/').some((part) => part.startsWith('+'));
}

/** The rule as HCL, with comments. */
function suggestedRule({ apiPath, capabilities, notes }: ToPermit): string {
  const place = (capability: string): number => {
    const index = order.indexOf(capability);
    return index === -1 ? order.length : index;
  };
  const sorted = [...new Set(capabilities)].sort((a, b) => place(a) - place(b));
  return [
    ...notes.map((note) => `# ${note.replace(/\s+/g, ' ')}`),
    // In one line, as the refusal shows its own before the reason is asked for.
    `path "${apiPath.replace(/["\\]/g, '\\$&')}" { capabilities = [${sorted.map((capability) => `"${capability}"`).join(', ')}] }`,
  ].join('\n');
}
