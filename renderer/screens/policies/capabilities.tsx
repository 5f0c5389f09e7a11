import { isNothing } from '../../../shared/vault/policy-effect.ts';
import { Chip } from '../../ui/chip.tsx';
import { Text } from '../../ui/layout.tsx';
import css from './tester.module.css';

interface CapabilitiesProps {
  readonly names: readonly string[];
  /** Policies that could not be read can grant more. */
  readonly isPartial?: boolean;
}

/** Capabilities as chips. The server reports `deny` for missing grants, too. */
export function Capabilities({ names, isPartial = false }: CapabilitiesProps) {
  if (isNothing(names)) return isPartial ? <Text tone="dim">unknown</Text> : <Chip tone="danger">deny</Chip>;
  return (
    <span className={css['chips']}>
      {names.map((name) => (
        <Chip key={name} tone={name === 'root' || name === 'sudo' ? 'warn' : 'ok'}>
          {name}
        </Chip>
      ))}
    </span>
  );
}
