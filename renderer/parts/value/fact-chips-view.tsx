import type { KeyFacts } from '../../../shared/vault/entry.ts';
import { Chip } from '../../ui/chip.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { factChips } from './fact-chips.ts';
import css from './value.module.css';

/** Notable facts about a hidden value. */
export function FactChips({ facts }: { readonly facts: KeyFacts }) {
  const chips = factChips(facts);
  if (chips.length === 0) return null;
  return (
    <span className={css['chips']}>
      {chips.map(({ text, tone, why }) => (
        <Tooltip key={text} text={why ?? ''}>
          <Chip tone={tone === 'warn' ? 'warn' : 'neutral'}>{text}</Chip>
        </Tooltip>
      ))}
    </span>
  );
}
