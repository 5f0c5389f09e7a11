import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { classes } from './classes.ts';
import css from './popup.module.css';
import own from './form-dialog.module.css';

export interface FormDialogProps {
  readonly title: string;
  /** Purpose, before the fields; announced when the dialog opens. */
  readonly description?: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  /** Label of the submit button. */
  readonly action: string;
  readonly variant?: ButtonVariant;
  /** Disables submitting. */
  readonly disabled?: boolean;
  /** Progress label of the button; the dialog stays until the result arrives. */
  readonly busy?: string | undefined;
  /** Further actions, left of the buttons. */
  readonly aside?: ReactNode;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** A modal form: Enter submits, Escape leaves. The input stays after a failure. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, onClose, onSubmit, action, variant = 'primary', disabled = false } = props;
  const { busy, aside, wide = false, children } = props;
  return (
    <Base.Root
      open
      onOpenChange={(next) => {
        if (!next && busy === undefined) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup data-modal className={classes(css['dialog'], own['dialog'], wide && own['wide'])}>
          <form
            noValidate
            className={own['form']}
            onSubmit={(event) => {
              event.preventDefault();
              if (!disabled && busy === undefined) onSubmit();
            }}
          >
            <div className={own['body']}>
              <Base.Title className={css['title']}>{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className={css['text']} render={<div />}>
                  {description}
                </Base.Description>
              )}
              {children}
            </div>
            <div className={classes(css['dialogActions'], own['actions'])}>
              {aside !== undefined && <div className={own['aside']}>{aside}</div>}
              <Button disabled={busy !== undefined} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" variant={variant} disabled={disabled || busy !== undefined}>
                {busy ?? action}
              </Button>
            </div>
          </form>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
