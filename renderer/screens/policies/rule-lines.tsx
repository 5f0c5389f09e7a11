import { grouped } from '../../../shared/vault/counted.ts';
import type { RuleLine } from '../../../shared/vault/policy-effect.ts';
import { Chip } from '../../ui/chip.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { Capabilities } from './capabilities.tsx';
import css from './tester.module.css';

export interface RuleLinesProps {
  readonly label: string;
  readonly rules: readonly RuleLine[];
  /** The policy whose draft they are from. */
  readonly edited?: string | undefined;
  readonly onOpenRule: (policy: string, line: number) => void;
}

/** Rules by line number; each opens its policy there. */
export function RuleLines({ label, rules, edited, onOpenRule }: RuleLinesProps) {
  return (
    <Stack as="ul" gap={2} aria-label={label}>
      {rules.map((rule) => {
        const { policy, line, path, capabilities, limitsRequests } = rule;
        return (
          <li key={`${policy} ${String(line)} ${path}`}>
            <button type="button" className={css['rule']} onClick={() => onOpenRule(policy, line)}>
              <Text tone="accent" breaks>
                {policy}
                {policy === edited ? ' (draft)' : ''}, line {grouped(line)}
              </Text>
              <code className={css['written']}>{path}</code>
              <Capabilities names={capabilities} />
              {limitsRequests && <Chip tone="warn">limits requests</Chip>}
            </button>
          </li>
        );
      })}
    </Stack>
  );
}
