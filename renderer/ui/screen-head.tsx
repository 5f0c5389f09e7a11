import type { ReactNode } from 'react';
import { Box, Row } from './layout.tsx';
import css from './screen-head.module.css';

export interface ScreenHeadProps {
  /** Text, or the field to type it in. */
  readonly title: ReactNode;
  /** Beside the title. */
  readonly note?: ReactNode;
  /** Actions, at the end of the line. */
  readonly children?: ReactNode;
}

/** First line of a screen: title and actions. */
export function ScreenHead({ title, note, children }: ScreenHeadProps) {
  return (
    <Row as="header" wrap align="center" gap={8} className={css['head']}>
      {typeof title === 'string' ? (
        <h2 className={css['title']} data-selectable>
          {title}
        </h2>
      ) : (
        <div className={css['field']}>{title}</div>
      )}
      {note}
      <Box as="span" grow />
      {children}
    </Row>
  );
}
