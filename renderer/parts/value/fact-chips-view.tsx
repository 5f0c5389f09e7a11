import type { KeyFacts } from '../../../shared/vault/entry.ts';
import { Chip } from '../../ui/chip.tsx';
import { Row } from '../../ui/layout.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { factChips } from './fact-chips.ts';

/** Notable facts about a hidden value. */
export function FactChips({ facts }: { readonly facts: KeyFacts }) {
  const chips = factChips(facts);
  if (chips.length === 0) return null;
  return (
    <Row as="span" wrap gap={4}>
      {chips.map(({ text, tone, why }) => (
        <Tooltip key={text} text={why ?? ''}>
          <Chip tone={tone === 'warn' ? 'warn' : 'neutral'}>{text}</Chip>
        </Tooltip>
      ))}
    </Row>
  );
}
