import type { ReactNode } from 'react';
import css from './screen-head.module.css';

export interface ScreenHeadProps {
  /** A text, or the field where it is typed. */
  readonly title: ReactNode;
  /** Beside it. */
  readonly note?: ReactNode;
  /** Actions, at the end of the line. */
  readonly children?: ReactNode;
}

/** The first line of a screen: what it shows, and what can be done with it. */
export function ScreenHead({ title, note, children }: ScreenHeadProps) {
  return (
    <header className={css['head']}>
      {typeof title === 'string' ? (
        <h2 className={css['title']} data-selectable>
          {title}
        </h2>
      ) : (
        <div className={css['field']}>{title}</div>
      )}
      {note}
      <span className={css['push']} />
      {children}
    </header>
  );
}
