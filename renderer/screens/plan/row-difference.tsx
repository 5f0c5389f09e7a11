import type { PlanRow } from '../../../shared/vault/plan.ts';
import { Details } from '../../parts/form/details.tsx';
import type { PlanStore } from '../../parts/plan/plan-store.ts';
import { notesOf } from './plan-words.ts';

export interface RowDifferenceProps {
  readonly plan: PlanStore;
  readonly planId: string | undefined;
  readonly row: PlanRow;
}

/** Places and notes of a row. */
export function RowDifference({ plan, row }: RowDifferenceProps) {
  const { from, to } = row;
  return (
    <Details
      title={to ?? from}
      facts={[
        ['From', <code key="from">{from}</code>],
        ['To', to !== undefined && <code key="to">{to}</code>],
        ['Notes', notesOf(plan.rows, row)],
      ]}
      onClose={() => plan.open(undefined)}
    />
  );
}
