import type { LucideIcon } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button.tsx';
import { announce } from '../../ui/announce.tsx';
import type { Action } from '../../api/use-action.ts';

export interface ChangeButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** `danger` for destructive changes: main asks to type the name before sending. */
  readonly variant?: ButtonVariant;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Runs one at a time and keeps its failure, for a `Problem` beside the button. */
  readonly action: Action;
  readonly run: () => Promise<unknown>;
  /** Announced to screen readers on success. */
  readonly done: string;
  /** Called on success: the list is read again here. */
  readonly onDone: () => void;
}

/** A change that the user confirms in main's secure prompt; does nothing if declined. */
export function ChangeButton(props: ChangeButtonProps) {
  const { label, icon, variant = 'secondary', small = false, disabled = false, action, run } = props;
  const { done, onDone } = props;
  return (
    <Button
      icon={icon}
      variant={variant}
      small={small}
      disabled={disabled || action.busy}
      onClick={() => {
        void action.run(run).then((answer) => {
          if (answer === undefined) return;
          announce(done);
          onDone();
        });
      }}
    >
      {label}
    </Button>
  );
}
