import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { toned } from '../../ui/tone.ts';
import css from './first-start.module.css';

interface FirstStartRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly words: string;
  readonly problem?: string | undefined;
  /** Buttons for it. */
  readonly children?: ReactNode;
}

/** One hint with its buttons. */
export function FirstStartRow({ icon, title, words, problem, children }: FirstStartRowProps) {
  return (
    <div className={css['row']}>
      <Row as="p" align="center" gap={8} weight={600}>
        <Icon of={icon} />
        {title}
      </Row>
      <p className={toned('dim')}>{words}</p>
      {problem !== undefined && (
        <p role="alert" className={toned('danger')}>
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}
