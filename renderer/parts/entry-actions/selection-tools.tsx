import { FileOutput, ListChecks, RotateCcw, Trash2 } from 'lucide-react';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { Button } from '../../ui/button.tsx';
import { usePlan } from '../plan/hand-over.ts';
import { planOf } from '../plan/plan-store.ts';
import { askAction } from './actions.ts';

export interface SelectionToolsProps {
  readonly sessionId: string;
  readonly places: () => readonly SelectedPlace[];
  readonly disabled?: boolean;
}

/** Hands selected entries over to a plan, or to an export. */
export function SelectionTools({ sessionId, places, disabled = false }: SelectionToolsProps) {
  const plan = usePlan(sessionId);
  return (
    <>
      <Button small icon={ListChecks} disabled={disabled} onClick={() => plan(places())}>
        Plan…
      </Button>
      <Button
        small
        icon={FileOutput}
        disabled={disabled}
        onClick={() => askAction({ kind: 'export', sessionId, places: places() })}
      >
        Export…
      </Button>
    </>
  );
}

/** Makes the plan that undeletes or destroys the selected versions. */
export function DeletedTools({ sessionId, places, disabled = false }: SelectionToolsProps) {
  const plan = usePlan(sessionId);
  const make = (kind: 'undelete' | 'destroy'): void => {
    plan(places(), kind);
    if (kind === 'destroy') planOf(sessionId).setDraft({ which: 'chosen' });
    void planOf(sessionId).make();
  };
  return (
    <>
      <Button small icon={RotateCcw} disabled={disabled} onClick={() => make('undelete')}>
        Undelete…
      </Button>
      <Button small icon={Trash2} variant="danger" disabled={disabled} onClick={() => make('destroy')}>
        Destroy…
      </Button>
    </>
  );
}
