import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './chip.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';

export interface ChipProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly mono?: boolean;
  /** Explanation, shown as a tooltip. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A short fact. */
export function Chip({ tone = 'neutral', icon, mono = false, title, children }: ChipProps) {
  return (
    <span className={classes(css['chip'], css[tone], mono && css['mono'])} title={title}>
      {icon !== undefined && <Icon of={icon} size={12} />}
      <span className={css['text']}>{children}</span>
    </span>
  );
}
