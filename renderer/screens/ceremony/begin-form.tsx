import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './ceremony.module.css';

export interface BeginFormProps {
  /** Of the form. */
  readonly label: string;
  /** The button. */
  readonly action: string;
  /** Why it cannot begin. */
  readonly problem: string | undefined;
  /** False while the field itself says so. */
  readonly showProblem: boolean;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly children: ReactNode;
}

/** What a ceremony is begun with. Nothing begins while there is a problem, by the button or by Enter. */
export function BeginForm({ label, action, problem, showProblem, busy, onBegin, children }: BeginFormProps) {
  return (
    <form
      className={css['form']}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && !busy) onBegin();
      }}
    >
      {children}
      {problem !== undefined && showProblem && <p className={css['problem']}>{problem}</p>}
      <div className={css['actions']}>
        <Button type="submit" variant="primary" icon={Play} disabled={problem !== undefined || busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
