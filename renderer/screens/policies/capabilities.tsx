import { isNothing } from '../../../shared/vault/policy-effect.ts';
import { Chip } from '../../ui/chip.tsx';
import css from './tester.module.css';

/** Capabilities as chips. The server reports `deny` for missing grants, too. */
export function Capabilities({ names }: { readonly names: readonly string[] }) {
  if (isNothing(names)) return <Chip tone="danger">deny</Chip>;
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
