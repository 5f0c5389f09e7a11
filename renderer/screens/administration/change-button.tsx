import type { LucideIcon } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button.tsx';
import { announce } from '../../ui/announce.tsx';
import type { Action } from '../../api/use-action.ts';

export interface ChangeButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** `danger` for what destroys: main asks for the typed name before it is sent. */
  readonly variant?: ButtonVariant;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Runs one at a time and keeps what went wrong, for a `Problem` beside the button. */
  readonly action: Action;
  readonly run: () => Promise<unknown>;
  /** Said to readers once it is done. */
  readonly done: string;
  /** Once it is done: what was read before is read again here. */
  readonly onDone: () => void;
}

/** A change that main asks about in the secure prompt; nothing happens where a person declines. */
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
