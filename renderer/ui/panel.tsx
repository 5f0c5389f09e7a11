import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Row } from './layout.tsx';
import css from './panel.module.css';

export interface PanelProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** No padding, for rows that reach the edge. */
  readonly flush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A bordered card. */
export function Panel({ title, actions, flush = false, className, children }: PanelProps) {
  return (
    <section className={classes(css['panel'], className)}>
      {title !== undefined && (
        <header className={css['header']}>
          <h3>{title}</h3>
          {actions !== undefined && (
            <Row gap={4} push>
              {actions}
            </Row>
          )}
        </header>
      )}
      <div className={classes(css['body'], flush && css['flush'])}>{children}</div>
    </section>
  );
}
