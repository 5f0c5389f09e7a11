import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import css from './state-screen.module.css';

export interface StateScreenProps {
  /** `main` if it is the only content of the window. */
  readonly as?: 'main' | 'section';
  readonly icon: LucideIcon;
  readonly tone?: 'danger' | 'warn' | 'neutral';
  readonly title: string;
  /** Below the title. */
  readonly lead: ReactNode;
  /** Announced when it appears. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/** A state that fills the whole area: its description and the next step. */
export function StateScreen(props: StateScreenProps) {
  const { as: Root = 'section', icon, tone = 'neutral', title, lead, alert = false, children } = props;
  const id = useId();
  const Title = Root === 'main' ? 'h1' : 'h2';
  return (
    <Root
      className={css['screen']}
      aria-labelledby={id}
      {...(Root === 'main' ? { 'data-region': 'main' } : {})}
    >
      <div className={css['card']}>
        <span className={classes(css['badge'], css[tone])}>
          <Icon of={icon} size={22} />
        </span>
        <div {...(alert ? { role: 'alert' } : {})}>
          <Title id={id} className={css['title']}>
            {title}
          </Title>
          {lead}
        </div>
        {children}
      </div>
    </Root>
  );
}
