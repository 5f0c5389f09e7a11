import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import css from './popup.module.css';

export interface DialogProps {
  readonly title: string;
  /** For what has a title of its own. */
  readonly titleHidden?: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** A modal question or form. Load it lazily unless the first screen needs it. */
export function Dialog({ title, titleHidden, open, onClose, actions, wide = false, children }: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup data-modal className={classes(css['dialog'], wide && css['wide'])}>
          <div className={css['dialogBody']}>
            <Base.Title className={css['title']} data-reader-only={titleHidden}>
              {title}
            </Base.Title>
            {children !== undefined && <Base.Description render={<div />}>{children}</Base.Description>}
          </div>
          <div className={css['dialogActions']}>{actions ?? <Button onClick={onClose}>Close</Button>}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
