import { counted } from '../../../shared/vault/counted.ts';
import type { KeyFacts } from '../../../shared/vault/entry.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { FactChips } from './fact-chips-view.tsx';
import { KeyName } from './key-name.tsx';

/** One key of a masked difference. */
export interface KeyChangeLine {
  readonly key: string;
  readonly words: string;
  readonly tone: Tone;
  /** Folded away with the others of its kind. */
  readonly isSame: boolean;
  readonly before: KeyFacts | undefined;
  readonly after: KeyFacts | undefined;
}

export interface KeyChangesProps {
  readonly lines: readonly KeyChangeLine[];
  /** Says that there are no keys at all. */
  readonly none: string;
}

/** Keys that differ, with facts about their hidden values; those that do not are folded below. */
export function KeyChanges({ lines, none }: KeyChangesProps) {
  const [same, other] = [lines.filter(({ isSame }) => isSame), lines.filter(({ isSame }) => !isSame)];
  return (
    <Stack gap={8}>
      {lines.length === 0 && <Note>{none}</Note>}
      {other.length > 0 && <Lines label="Keys that differ" lines={other} />}
      {same.length > 0 && (
        <Disclosure
          title={same.length === 1 ? '1 key stays the same' : `${counted(same.length, 'key')} stay the same`}
        >
          <Lines label="Keys that are the same" lines={same} />
        </Disclosure>
      )}
    </Stack>
  );
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly KeyChangeLine[] }) {
  return (
    <Stack as="ul" gap={8} aria-label={label}>
      {lines.map(({ key, words, tone, before, after }) => (
        <Stack as="li" key={key} gap={2}>
          <Row align="center" gap={8} wrap>
            <Text breaks data-mono data-selectable>
              <KeyName name={key} />
            </Text>
            <Chip tone={tone}>{words}</Chip>
          </Row>
          <Row align="center" gap={6} wrap>
            {before !== undefined && (
              <>
                {hiddenDots} <FactChips facts={before} />
              </>
            )}
            {before !== undefined && after !== undefined && <Text tone="dim">→</Text>}
            {after !== undefined && (
              <>
                {hiddenDots} <FactChips facts={after} />
              </>
            )}
          </Row>
        </Stack>
      ))}
    </Stack>
  );
}
