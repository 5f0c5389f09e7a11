import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './foot-notice.module.css';
import { IconButton } from './icon-button.tsx';
import { Row } from './layout.tsx';

export interface FootNoticeProps {
  readonly tone: 'ok' | 'accent';
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A notice along the foot of the window, until it is closed. */
export function FootNotice({ tone, label, onClose, children }: FootNoticeProps) {
  return (
    <section className={classes(css['notice'], css[tone])} aria-label={label}>
      {children}
      <Row push>
        <IconButton small icon={X} label="Close" tooltipSide="top" onClick={onClose} />
      </Row>
    </section>
  );
}
