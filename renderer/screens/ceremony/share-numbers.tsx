import type { PgpKeyFacts, ShareNumbers } from '../../../shared/vault/ceremony.ts';
import { shareNumbersProblem } from '../../../shared/vault/ceremony.ts';
import { haveProblem } from './pgp-keys.tsx';
import { field, Fields } from '../../ui/fields.tsx';

/** The two numbers as typed. Non-numeric input is invalid. */
export interface TypedNumbers {
  readonly shares: string;
  readonly threshold: string;
}

/** The numbers in the form sent. */
export function numbersOf({ shares, threshold }: TypedNumbers): ShareNumbers {
  return { shares: numberOf(shares), threshold: numberOf(threshold) };
}

function numberOf(typed: string): number {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
}

/** The reason it cannot start with these; undefined if it can. */
export function beginProblem(typed: TypedNumbers, keys: readonly PgpKeyFacts[]): string | undefined {
  const numbers = numbersOf(typed);
  const wrong = shareNumbersProblem(numbers);
  if (wrong !== undefined) return wrong;
  if (haveProblem(keys)) return 'One of the PGP keys cannot be used.';
  if (keys.length > 0 && keys.length !== numbers.shares)
    return `There must be one PGP key for each share: ${String(numbers.shares)} shares, ${String(keys.length)} keys.`;
  return undefined;
}

export interface ShareNumbersFieldsProps {
  readonly typed: TypedNumbers;
  readonly onTyped: (typed: TypedNumbers) => void;
}

const number = { inputMode: 'numeric', maxLength: 6 } as const;

/** Fields for the number of shares, and the threshold. */
export function ShareNumbersFields({ typed, onTyped }: ShareNumbersFieldsProps) {
  return (
    <Fields<TypedNumbers>
      draft={typed}
      onDraft={(change) => onTyped({ ...typed, ...change })}
      of={[
        field.pair(
          field.text('shares', 'Key shares', { ...number, hint: 'One for each person.' }),
          field.text('threshold', 'Threshold', {
            ...number,
            error: shareNumbersProblem(numbersOf(typed)),
          }),
        ),
      ]}
    />
  );
}
